// Tests the variants of scatter on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(Scatter, sends_each_update_along_the_axis) {
  Problem p = problem_of(signature_of("scatter"));
  set_input(p, "InputTensor", strided(DataType::UINT32, {2, 3}, {1, 2}),
            bytes_of<std::uint32_t>({1, 2, 3, 4, 5, 6}));
  set_input(p, "IndicesTensor", strided(DataType::INT32, {2, 2}, {1, 5}),
            bytes_of<std::int32_t>({-1, 0, 1, 2}));
  set_input(p, "UpdatesTensor", packed(DataType::UINT32, {2, 2}),
            bytes_of<std::uint32_t>({7, 8, 9, 10}));
  set_output(p, "OutputTensor", strided(DataType::UINT32, {2, 3}, {4, 1}));
  set_value(p, "Axis", {1});
  expect_answer<std::uint32_t>(p, "OutputTensor", {8, 2, 7, 4, 9, 10});
}

}  // namespace
}  // namespace assay::opencl::testing
