// Tests the variants of gather_nd and gather_nd1 on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(GatherNd, takes_the_block_that_each_tuple_names) {
  Problem p = problem_of(signature_of("gather_nd"));
  set_input(p, "InputTensor", strided(DataType::INT16, {1, 2, 3}, {50, 1, 4}),
            bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}));
  set_input(p, "IndicesTensor", packed(DataType::INT32, {1, 2, 1}),
            bytes_of<std::int32_t>({-1, 0}));
  set_output(p, "OutputTensor", strided(DataType::INT16, {1, 2, 3}, {9, 1, 3}));
  set_value(p, "InputDimensionCount", {2});
  set_value(p, "IndicesDimensionCount", {2});
  expect_answer<std::int16_t>(p, "OutputTensor", {4, 5, 6, 1, 2, 3});
}

TEST(GatherNd1, takes_the_block_within_the_batch) {
  Problem p = problem_of(signature_of("gather_nd1"));
  set_input(p, "InputTensor", packed(DataType::UINT8, {3, 2, 2}),
            bytes_of<std::uint8_t>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  set_input(p, "IndicesTensor", strided(DataType::UINT32, {3, 2, 2}, {4, 2, 1}),
            bytes_of<std::uint32_t>({0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0}));
  set_output(p, "OutputTensor", packed(DataType::UINT8, {1, 3, 2}));
  set_value(p, "InputDimensionCount", {3});
  set_value(p, "IndicesDimensionCount", {3});
  set_value(p, "BatchDimensionCount", {1});
  expect_answer<std::uint8_t>(p, "OutputTensor", {0, 3, 7, 4, 9, 10});
}

}  // namespace
}  // namespace assay::opencl::testing
