// Changes of the worker's stage. They need no system call.
#include "conformance/run/worker_state.h"

#include <chrono>

namespace assay::conformance {
namespace {

std::uint64_t nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace

void WorkerState::enter(Stage s) {
  // From Preparing, the worker returns to a launch that is already counted.
  if (s == Stage::FirstRun && stage.load(std::memory_order_relaxed) != Stage::Preparing)
    first_runs.fetch_add(1, std::memory_order_relaxed);
  since.store(nanoseconds(), std::memory_order_relaxed);
  stage.store(s, std::memory_order_release);
}

double WorkerState::seconds() const {
  return static_cast<double>(nanoseconds() - since.load(std::memory_order_relaxed)) * 1e-9;
}

}  // namespace assay::conformance
