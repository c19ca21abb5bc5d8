#pragma once

#include "conformance/campaign/campaign.h"
#include "conformance/findings/finding.h"
#include "conformance/workers/worker_runner.h"

namespace assay::cmd {

/// Groups the failures of a run (find_findings()). The investigator runs fresh cases for that, for
/// at most `seconds`, and none where the run was told to stop. Where the driver cannot be started
/// any more, `result` says so from then on. `run.go_on` is set here.
std::vector<conformance::Finding> find_causes(const std::vector<conformance::FailedCase>& failed,
                                              conformance::ExplainedRun run, double seconds,
                                              conformance::WorkerRunner& investigator,
                                              conformance::CampaignResult& result);

}  // namespace assay::cmd
