// Tests the harness with the fault layer: campaigns find every fault, and nothing without a fault.
#include "conformance/measure/selftest.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "testing/cmd/program.h"
#include "testing/cmd/running.h"
#include "testing/granted_time.h"
#include "testing/places.h"

namespace assay::conformance {
namespace {

const std::filesystem::path kProgram = assay::testing::built_program();
const std::filesystem::path kLayer = kProgram.parent_path() / "libassay_faults.so";

TEST(Selftest, finds_every_fault_and_nothing_without_one) {
  SelftestOptions options;
  options.program = kProgram;
  options.layer = kLayer;
  options.budget = 120;
  options.sound_cases = 60000;
  const SelftestResult result = run_selftest(options);
  EXPECT_EQ(result.trials.size(), layer_faults().size());
  for (const FaultTrial& t : result.trials)
    EXPECT_TRUE(t.found || !t.lacks.empty()) << t.fault << " " << t.what;
  ASSERT_TRUE(result.sound);
  EXPECT_FALSE(result.sound->found) << result.sound->what;
  EXPECT_EQ(result.sound->what, "");
}

TEST(Selftest, that_is_stopped_ends_soon_and_leaves_no_files) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const cmd::testing::TestFolder folder;
    cmd::testing::Running run({"selftest", "--fault", "launch-hang"},
                              {"", {{"TMPDIR", folder.path.string()}}, {}});
    while (!run.is_over() && std::filesystem::is_empty(folder.path))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const assay::testing::GrantedTime granted;
    EXPECT_EQ(run.end(signal), 3);
    EXPECT_LT(granted.seconds(), 5);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path));
  }
}

}  // namespace
}  // namespace assay::conformance
