// The gate: what a run must have beside cases that pass.
#include "conformance/gate/gate.h"

#include <fmt/format.h>

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

void Gate::count(const std::string& line, Verdict verdict) {
  if (ledger_) ledger_->count(line, verdict);
}

const Waiver* Gate::covering(const std::string& line, Verdict verdict) const {
  return ledger_ ? ledger_->covering(line, verdict) : nullptr;
}

JudgedRun Gate::judge(RunFacts facts, CampaignResult result, std::optional<Coverage> coverage,
                      std::vector<std::string> missing_shards,
                      std::vector<Finding> findings) const {
  JudgedRun run{std::move(facts),    std::move(result),   std::move(missing_shards),
                std::move(coverage), terms_.min_coverage, {},
                std::move(findings)};
  for (const auto& [batch, lines] : run.result.state.told)
    for (const auto& [line, failure] : lines)
      if (!covering(line, failure.verdict))
        run.told.push_back(fmt::format("{} {}", name_of(failure.verdict), line));
  if (!ledger_) return run;
  const bool whole = run.facts.options.shard.is_all() && run.result.unjudged == 0 &&
                     run.missing_shards.empty() && all_counted_;
  run.waivers = ledger_->summary(whole);
  run.waivers->all_counted = all_counted_;
  run.waivers->strict = terms_.strict;
  return run;
}

}  // namespace assay::conformance
