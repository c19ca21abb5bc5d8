// The worker's stage, told without a system call.
#include "conformance/run/worker_state.h"

#include <ctime>

namespace assay::conformance {

std::uint64_t monotonic_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(t.tv_nsec);
}

void WorkerState::enter(Stage s) {
  // From Preparing it comes back to the same launch.
  if (s == Stage::FirstRun && stage.load(std::memory_order_relaxed) != Stage::Preparing)
    first_runs.fetch_add(1, std::memory_order_relaxed);
  since.store(monotonic_nanoseconds(), std::memory_order_relaxed);
  stage.store(s, std::memory_order_release);
}

}  // namespace assay::conformance
