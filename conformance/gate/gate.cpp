// The gate: coverage and waivers.
#include "conformance/gate/gate.h"

#include <algorithm>

namespace assay::conformance {

void Gate::open(const opencl::DeviceInfo& device) {
  if (terms_.waivers) ledger_.emplace(*terms_.waivers, device, terms_.day, catalogue_);
}

bool Gate::asks_for_device() const {
  return terms_.waivers &&
         std::any_of(terms_.waivers->begin(), terms_.waivers->end(), [](const Waiver& w) {
           return !w.device_glob.empty() || !w.driver_from.empty() || !w.driver_before.empty();
         });
}

void Gate::settle(const std::string& line, Verdict verdict) {
  if (ledger_) ledger_->settle(line, verdict);
}

const Waiver* Gate::covering(const std::string& line, Verdict verdict) const {
  return ledger_ ? ledger_->covering(line, verdict) : nullptr;
}

void Gate::judge(CampaignResult& result, bool whole) const {
  result.min_coverage = terms_.min_coverage;
  if (!ledger_) return;
  result.waivers = ledger_->summary(whole && result.unjudged == 0 && result.missing_shards.empty());
  result.waivers->strict = terms_.strict;
}

}  // namespace assay::conformance
