// An exported program launches its kernels as the launch did that it stands for.
#include "conformance/reproduce/reproducer.h"

#include <gtest/gtest.h>

#include "specs/case_text.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

TEST(Reproducer, has_the_local_size_of_the_launch) {
  const specs::Case c = specs::parse_case(
      "slice1:level=4_1:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.3:DimensionCount=1:"
      "InputWindowOffsets=0:InputWindowSizes=9:InputWindowStrides=3@variant=bits:local=256",
      catalogue());
  opencl::DeviceInfo device = sound_pipeline().device();
  device.max_work_group_size = 128;
  const auto program = [&](std::size_t local_size) {
    Judgement j;
    j.verdict = Verdict::Wrong;
    j.local_size = local_size;
    return make_reproducer({c}, parse_route(c.route), j, device, built_in_kernels(), {}).c;
  };
  EXPECT_NE(program(16).find("local[2] = {16, 1}"), std::string::npos);
  // Where nothing was launched, the device is the bound that is known.
  EXPECT_NE(program(0).find("local[2] = {128, 1}"), std::string::npos);
}

}  // namespace
}  // namespace assay::conformance::testing
