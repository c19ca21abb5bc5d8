// Tests the variants of cumulative_product on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(CumulativeProduct, multiplies_from_either_end) {
  Problem p = problem_of(signature_of("cumulative_product"));
  set_input(p, "InputTensor", strided(DataType::UINT32, {2, 3}, {1, 4}),
            bytes_of<std::uint32_t>({2, 3, 5, 7, 11, 13}));
  set_output(p, "OutputTensor", strided(DataType::UINT32, {2, 3}, {5, 1}));
  set_value(p, "Axis", {1});
  set_value(p, "AxisDirection", {1});
  set_value(p, "HasExclusiveProduct", {1});
  expect_answer<std::uint32_t>(p, "OutputTensor", {15, 5, 1, 143, 13, 1});
}

}  // namespace
}  // namespace assay::opencl::testing
