// Tests the harness with the fault layer: campaigns find every fault, and nothing without a fault.
#include "conformance/measure/selftest.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::conformance {
namespace {

const std::filesystem::path kProgram = ASSAY_PROGRAM;
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

}  // namespace
}  // namespace assay::conformance
