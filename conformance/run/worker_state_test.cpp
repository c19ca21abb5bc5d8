// Tests what a parent reads of its worker's stage.
#include "conformance/run/worker_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "ops/stopwatch.h"

namespace assay::conformance::testing {
namespace {

TEST(WorkerState, has_no_time_at_a_stage_that_begins_while_its_parent_looks) {
  WorkerState state;
  state.since = ops::nanoseconds() + 1'000'000'000;
  EXPECT_LE(state.seconds(), 0);
}

TEST(WorkerState, is_never_long_at_a_stage_while_stages_change) {
  WorkerState state;
  state.enter(Stage::Running);
  std::atomic<bool> over{false};
  std::thread worker([&] {
    while (!over) state.enter(Stage::Running);
  });
  double most = 0;
  for (int look = 0; look < 200'000; ++look) most = std::max(most, state.seconds());
  over = true;
  worker.join();
  constexpr double kLong = 60;
  EXPECT_LT(most, kLong);
}

}  // namespace
}  // namespace assay::conformance::testing
