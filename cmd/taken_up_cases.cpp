#include "cmd/taken_up_cases.h"

#include "conformance/keep/earlier_cases.h"
#include "conformance/plan/skipped_batches.h"

namespace assay::cmd {

TakenUpCases take_up_cases(const std::filesystem::path& folder,
                           const conformance::CampaignOptions& options, conformance::Gate& gate,
                           const RunClock& clock) {
  TakenUpCases taken;
  taken.failed = conformance::earlier_failures(folder);
  taken.skipped = conformance::skipped_batches(options, [&](const auto& each) {
    conformance::for_each_earlier_case(
        folder, [&](const std::string& line, conformance::Verdict verdict) {
          each(verdict);
          if (is_divergence(verdict) || !clock.is_over_since(RunClock::kStartOver))
            gate.count(line, verdict);
          else
            gate.leave_uncounted();
        });
  });
  return taken;
}

}  // namespace assay::cmd
