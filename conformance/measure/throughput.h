#pragma once

#include <cstdint>
#include <vector>

#include "conformance/plan/campaign_options.h"
#include "conformance/run/pipeline.h"
#include "conformance/workers/worker_process.h"

namespace assay::conformance {

/// The seconds that cases spend in each stage. Only the host works in draw, fill, oracle and judge.
struct StageSeconds {
  double draw = 0;
  PipelineTimes pipeline;
  /// The time of counting, and all time that belongs to no other stage.
  double rest = 0;
};

/// How fast one process handles cases, from drawing to judging, without the time of builds.
struct Throughput {
  std::uint64_t cases = 0;
  /// The median over the repetitions, which run the same batches.
  double cases_per_second = 0;
  /// The times of all cases together. They come from a separate repetition, which waits for each
  /// part of a launch.
  StageSeconds stages;
};

/// Measures a campaign of `options.cases` cases; the number must be given. The campaign runs once
/// to build what it needs, `repetitions` times for the rate, and once for the stages. Throws Error
/// where a case diverges, since the speed of a faulty driver says nothing, and where no operator
/// supports the levels.
Throughput measure_throughput(Pipeline& pipeline, const CampaignOptions& options,
                              unsigned repetitions);

/// The cases per second of a campaign whose batches `jobs` workers run, as `assay run` reports it:
/// without the time of builds, with the time of the traffic between the processes. Throws Error
/// where a case diverges.
double measure_campaign(const WorkerOptions& workers, unsigned jobs, const CampaignOptions& options,
                        const specs::Catalogue& catalogue);

}  // namespace assay::conformance
