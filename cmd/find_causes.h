#pragma once

#include <string>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/findings/finding.h"
#include "conformance/workers/worker_runner.h"

namespace assay::cmd {

/// What was found of the causes of a run's failures.
struct Causes {
  std::vector<conformance::Finding> findings;
  /// Why the driver could not be started any more meanwhile, where that is so.
  std::string gone;
};

/// Groups the failures of a run (find_findings()). The investigator runs fresh cases for that, for
/// at most `seconds`, and none where the run was stopped or its driver was gone, as `result` says.
/// `run.go_on` is set here.
Causes find_causes(const std::vector<conformance::FailedCase>& failed,
                   conformance::ExplainedRun run, double seconds,
                   conformance::WorkerRunner& investigator,
                   const conformance::CampaignResult& result);

}  // namespace assay::cmd
