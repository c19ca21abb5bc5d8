// Changes of the worker's stage. They need no system call.
#include "conformance/run/worker_state.h"

#include "ops/stopwatch.h"

namespace assay::conformance {

void WorkerState::enter(Stage s) {
  // From Preparing, the worker returns to a launch that is already counted.
  if (s == Stage::FirstRun && stage.load(std::memory_order_relaxed) != Stage::Preparing)
    first_runs.fetch_add(1, std::memory_order_relaxed);
  since.store(ops::nanoseconds(), std::memory_order_relaxed);
  stage.store(s, std::memory_order_release);
}

double WorkerState::seconds() const {
  // The worker may enter another stage at any time, so its time is read before the clock is.
  const std::uint64_t from = since.load(std::memory_order_acquire);
  return ops::seconds_between(from, ops::nanoseconds());
}

}  // namespace assay::conformance
