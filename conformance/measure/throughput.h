#pragma once

#include <cstdint>
#include <vector>

#include "conformance/plan/batch.h"
#include "conformance/run/pipeline.h"
#include "conformance/workers/worker_process.h"

namespace assay::conformance {

/// Seconds of a case's path, by stage; draw, fill, oracle and judge are the host's alone.
struct StageSeconds {
  double draw = 0;
  PipelineTimes pipeline;
  /// Counting, and what is in no other.
  double rest = 0;
};

/// How fast cases of some operators go from drawing to judging in one process, builds aside.
struct Throughput {
  std::uint64_t cases = 0;
  /// The median over repetitions of the same batches.
  double cases_per_second = 0;
  /// Of all cases, from a repetition of its own that waits for each part of a launch.
  StageSeconds stages;
};

/// Measures a campaign of `options.cases` cases, which must be said: once to build what they need,
/// `repetitions` times for the rate, and once for the stages. Throws Error where a case diverges:
/// what a faulty driver's speed is nobody wants to know.
Throughput measure_throughput(Pipeline& pipeline, const CampaignOptions& options,
                              unsigned repetitions);

/// The rate of a campaign whose batches `jobs` workers run, as `assay run` tells it: builds aside,
/// all between the processes included. Throws Error where a case diverges.
double measure_campaign(const WorkerOptions& workers, unsigned jobs, const CampaignOptions& options,
                        const specs::Catalogue& catalogue);

}  // namespace assay::conformance
