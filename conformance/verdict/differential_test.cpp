// Outcomes of two launches, whose bytes the tests write themselves.
#include "conformance/verdict/differential.h"

#include <gtest/gtest.h>

#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/conformance/scene.h"

namespace assay::conformance::testing {
namespace {

Scene gather() {
  return Scene(specs::parse_case(
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.3:OutputTensor=FLOAT32.3/2:Axis="
      "0:IndexDimensions=1",
      catalogue()));
}

struct Kept : Scene {
  Kept() : Scene(gather()) {
    outcome.befores = outcome.memories;
    differential.remember({&problem, 1}, outcome);
  }
  bool agrees() const { return differential.agrees(1, outcome); }

  Differential differential;
};

TEST(Differential, agrees_with_a_launch_that_left_the_same_bytes) { EXPECT_TRUE(Kept().agrees()); }

TEST(Differential, agrees_with_no_launch_that_left_another_byte_in_any_tensor) {
  const Kept same;
  for (std::size_t place = 0; place < same.memory.size(); ++place)
    for (std::size_t at = 0; at < same.memory[place].size(); ++at) {
      Kept kept;
      kept.memory[place][at] ^= std::byte{1};
      EXPECT_FALSE(kept.agrees()) << place << " " << at;
    }
}

TEST(Differential, agrees_with_no_launch_that_failed_or_damaged_something) {
  Kept failed;
  failed.outcome.failure.emplace("clFinish", -5);
  EXPECT_FALSE(failed.agrees());
  Kept damaged;
  damaged.outcome.damages.push_back(
      {opencl::Damage::What::GuardAfter, 0, 0, "InputTensor", 16, 0, 1, 1});
  EXPECT_FALSE(damaged.agrees());
}

}  // namespace
}  // namespace assay::conformance::testing
