// The largest errors of built-in functions are measured on the device under test.
#include "conformance/measure/ulps.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "ops/arithmetic/builtins.h"

namespace assay::conformance::testing {
namespace {

opencl::Device device() {
  const char* const name = std::getenv("ASSAY_TEST_DEVICE");
  return opencl::Device::open(name ? name : "");
}

TEST(Ulps, AreMeasuredForEachFunctionAsScalarAndVector) {
  const std::vector<UlpError> errors = measure_ulps(device(), 999, 1);
  ASSERT_EQ(errors.size(), 2 * ops::all_builtins().size());
  for (const UlpError& e : errors) {
    const ops::Builtin* f = ops::builtin_named(e.function);
    ASSERT_NE(f, nullptr);
    EXPECT_EQ(e.limit, f->limit);
    EXPECT_EQ(e.results, 1000u);
    EXPECT_GE(e.largest, 0) << e.function;
    EXPECT_TRUE(e.refused > 0 || e.largest <= e.limit) << e.function << e.lanes;
    // No driver rounds each of these correctly.
    EXPECT_TRUE(e.function != "pow" || e.largest > 0.5);
  }
}

TEST(Ulps, FollowFromTheSeed) {
  const auto all = [](std::uint64_t seed) {
    std::vector<float> arguments;
    for (const UlpError& e : measure_ulps(device(), 64, seed)) arguments.push_back(e.a);
    return arguments;
  };
  EXPECT_EQ(all(1), all(1));
  EXPECT_NE(all(1), all(2));
}

}  // namespace
}  // namespace assay::conformance::testing
