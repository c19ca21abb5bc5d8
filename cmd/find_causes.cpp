#include "cmd/find_causes.h"

#include "cmd/stop_signals.h"
#include "ops/stopwatch.h"

namespace assay::cmd {

Causes find_causes(const std::vector<conformance::FailedCase>& failed,
                   conformance::ExplainedRun run, double seconds,
                   conformance::WorkerRunner& investigator,
                   const conformance::CampaignResult& result) {
  Causes causes;
  const ops::Stopwatch watch;
  conformance::Attendance attendance;
  attendance.go_on = [&] {
    return !StopSignals::asked() && result.gone.empty() && causes.gone.empty() && !result.stopped &&
           watch.seconds() < seconds;
  };
  attendance.gone = [&](const std::string& why) { causes.gone = why; };
  run.go_on = attendance.go_on;
  investigator.attend(&attendance);
  causes.findings = find_findings(
      failed, run,
      [&](const specs::Case& c, const conformance::Route& route) -> std::optional<std::string> {
        const conformance::Judgement j = investigator.run_alone(c, route);
        if (is_cut_off(j) || j.skip) return std::nullopt;
        return is_divergence(j.verdict) ? conformance::failure_of(j) : "";
      });
  investigator.attend(nullptr);
  return causes;
}

}  // namespace assay::cmd
