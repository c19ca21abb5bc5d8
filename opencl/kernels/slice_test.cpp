// Tests the variants of slice on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(Slice, takes_every_second_column_of_the_last_rows) {
  Problem p = problem_of(signature_of("slice"));
  set_input(p, "InputTensor", strided(DataType::UINT16, {3, 3}, {1, 4}),
            bytes_of<std::uint16_t>({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  set_output(p, "OutputTensor", strided(DataType::UINT16, {2, 2}, {1, 3}));
  set_value(p, "DimensionCount", {2});
  set_value(p, "Offsets", {1, 0});
  set_value(p, "Sizes", {2, 2});
  set_value(p, "Strides", {1, 2});
  expect_answer<std::uint16_t>(p, "OutputTensor", {4, 6, 7, 9});
}

}  // namespace
}  // namespace assay::opencl::testing
