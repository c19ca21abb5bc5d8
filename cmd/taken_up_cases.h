#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

#include "cmd/run_clock.h"
#include "conformance/findings/finding.h"
#include "conformance/gate/gate.h"
#include "conformance/plan/campaign_options.h"

namespace assay::cmd {

/// What a run that goes on takes from the cases that were judged before it was stopped.
struct TakenUpCases {
  /// The failures that were found, in the order of the run's records.
  std::vector<conformance::FailedCase> failed;
  /// The batches in which a case was not judged.
  std::set<std::uint64_t> skipped;
};

/// Reads the folder of the run with these options, and has the gate count its cases. To ask waivers
/// takes long where there are millions of cases, so from RunClock::kStartOver seconds after the
/// budget on they are asked of divergences only. The folder must be open (RunFolder).
TakenUpCases take_up_cases(const std::filesystem::path& folder,
                           const conformance::CampaignOptions& options, conformance::Gate& gate,
                           const RunClock& clock);

}  // namespace assay::cmd
