// A campaign's batches run again and again, so that what a driver builds for them is built.
#include "conformance/throughput.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "ops/median.h"
#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

/// Runs the cases and gives the seconds, builds aside.
double run_once(Pipeline& pipeline, const BatchPlan& plan, std::uint64_t cases, double* draw) {
  ops::Stopwatch watch;
  double builds = 0;
  std::uint64_t done = 0;
  for (std::uint64_t index = 0; done < cases; ++index) {
    const std::uint64_t count = std::min(plan.size(index), cases - done);
    const BatchResult result = run_batch(pipeline, plan, index, count, false);
    if (!result.failures.empty())
      throw Error(fmt::format("batch {} diverges ({}): find out by assay run, then measure", index,
                              result.failures[0].judgement.text()));
    builds += result.build_seconds;
    if (draw) *draw += result.draw_seconds;
    done += count;
  }
  return watch.lap() - builds;
}

}  // namespace

Throughput measure_throughput(Pipeline& pipeline, const CampaignOptions& options,
                              std::uint64_t cases, unsigned repetitions) {
  const BatchPlan plan(options);
  if (plan.empty()) throw Error("no operator supports these levels");
  Throughput result;
  result.cases = cases;
  run_once(pipeline, plan, cases, nullptr);
  std::vector<double> rates;
  for (unsigned i = 0; i < repetitions; ++i)
    rates.push_back(static_cast<double>(cases) / run_once(pipeline, plan, cases, nullptr));
  result.cases_per_second = ops::median(std::move(rates));

  pipeline.measure(true);
  StageSeconds& s = result.stages;
  const double seconds = run_once(pipeline, plan, cases, &s.draw);
  s.pipeline = pipeline.times();
  s.rest = seconds - s.draw - s.pipeline.total();
  pipeline.measure(false);
  return result;
}

}  // namespace assay::conformance
