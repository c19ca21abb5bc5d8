// Tests the variants of slice_grad on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(SliceGrad, puts_elements_at_their_places_among_zeros) {
  Problem p = problem_of(signature_of("slice_grad"));
  set_input(p, "InputGradientTensor", strided(DataType::INT32, {2, 2}, {1, 3}),
            bytes_of<std::int32_t>({1, 2, 3, 4}));
  set_output(p, "OutputGradientTensor", strided(DataType::INT32, {2, 4}, {5, 1}));
  set_value(p, "DimensionCount", {2});
  set_value(p, "InputWindowOffsets", {0, 1});
  set_value(p, "InputWindowSizes", {2, 3});
  set_value(p, "InputWindowStrides", {-1, 2});
  expect_answer<std::int32_t>(p, "OutputGradientTensor", {0, 3, 0, 4, 0, 1, 0, 2});
}

}  // namespace
}  // namespace assay::opencl::testing
