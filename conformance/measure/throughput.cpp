// Runs the batches of a campaign several times. The first run builds what they need, so that the
// measured ones build nothing.
#include "conformance/measure/throughput.h"

#include <fmt/format.h>

#include "conformance/campaign/campaign.h"
#include "conformance/plan/batch_runner.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/workers/crew.h"
#include "conformance/workers/worker_runner.h"
#include "ops/error.h"
#include "ops/median.h"
#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

/// Runs the cases and gives the seconds, without those of builds. Where `draw` is not null, the
/// seconds of drawing are added to it, and no batch is prepared while another one runs.
double run_once(Pipeline& pipeline, const BatchPlan& plan, const CampaignOptions& options,
                double* draw) {
  ops::Stopwatch watch;
  BatchRunner runner(pipeline, plan);
  BatchWalk walk(plan, options);
  double builds = 0;
  std::uint64_t judged = 0;
  while (!walk.at_end()) {
    const BatchRunner::Asked batch{walk.batch(), walk.count()};
    walk.next();
    const auto next = [&]() -> std::optional<BatchRunner::Asked> {
      if (draw || walk.at_end()) return std::nullopt;
      return BatchRunner::Asked{walk.batch(), walk.count()};
    };
    const BatchResult result = runner.run(batch, false, next);
    if (!result.failures.empty())
      throw Error(fmt::format("batch {} diverges ({}): find out by assay run, then measure",
                              batch.index, result.failures[0].judgement.text()));
    judged += result.tally.total() - result.tally.count(Verdict::Skip);
    builds += result.builds.seconds;
    if (draw) *draw += result.draw_seconds;
  }
  if (judged == 0) throw Error("no case was judged: this device can run none of them");
  return watch.lap() - builds;
}

}  // namespace

Throughput measure_throughput(Pipeline& pipeline, const CampaignOptions& options,
                              unsigned repetitions) {
  const BatchPlan plan(options);
  if (plan.empty()) throw Error("no operator supports these levels");
  Throughput result;
  result.cases = options.cases.value();
  run_once(pipeline, plan, options, nullptr);
  std::vector<double> rates;
  for (unsigned i = 0; i < repetitions; ++i)
    rates.push_back(static_cast<double>(result.cases) / run_once(pipeline, plan, options, nullptr));
  result.cases_per_second = ops::median(std::move(rates));

  pipeline.measure(true);
  StageSeconds& s = result.stages;
  const double seconds = run_once(pipeline, plan, options, &s.draw);
  s.pipeline = pipeline.times();
  s.rest = seconds - s.draw - s.pipeline.total();
  pipeline.measure(false);
  return result;
}

double measure_campaign(const WorkerOptions& workers, unsigned jobs, const CampaignOptions& options,
                        const specs::Catalogue& catalogue) {
  WorkerRunner investigator(workers);
  KernelLibrary library(workers.setup.kernels);
  WorkerCrew crew(workers, jobs, options, catalogue, false);
  const CampaignResult result = run_campaign({crew, investigator, library, jobs}, options);
  if (result.tally().divergences())
    throw Error("a case diverges: find out by assay run, then measure");
  return result.rate();
}

}  // namespace assay::conformance
