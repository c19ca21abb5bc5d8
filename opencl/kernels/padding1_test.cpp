// Tests the variants of padding1 on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using std::uint32_t;

enum Mode : std::int64_t { kConstant, kEdge, kReflection, kSymmetric };

ops::Problem row_padded(Mode mode, std::int64_t start, std::int64_t end) {
  ops::Problem p = problem_of(signature_of("padding1"));
  set_input(p, "InputTensor", packed(DataType::UINT32, {3}), bytes_of<uint32_t>({1, 2, 3}));
  set_output(p, "OutputTensor", strided(DataType::UINT32, {3 + start + end}, {2}));
  set_value(p, "PaddingMode", {mode});
  set_value(p, "PaddingValueDataType", {static_cast<std::int64_t>(DataType::UINT32)});
  set_value(p, "PaddingValue", {9});
  set_value(p, "DimensionCount", {1});
  set_value(p, "StartPadding", {start});
  set_value(p, "EndPadding", {end});
  return p;
}

TEST(Padding1, PadsARowInEachMode) {
  expect_answer<uint32_t>(row_padded(kConstant, 2, 1), "OutputTensor", {9, 9, 1, 2, 3, 9});
  expect_answer<uint32_t>(row_padded(kEdge, 2, 1), "OutputTensor", {1, 1, 1, 2, 3, 3});
  expect_answer<uint32_t>(row_padded(kReflection, 2, 1), "OutputTensor", {3, 2, 1, 2, 3, 2});
  expect_answer<uint32_t>(row_padded(kSymmetric, 2, 1), "OutputTensor", {2, 1, 1, 2, 3, 3});
}

TEST(Padding1, GoesBackAndForthWherePaddingIsWide) {
  expect_answer<uint32_t>(row_padded(kReflection, 5, 0), "OutputTensor", {2, 1, 2, 3, 2, 1, 2, 3});
  expect_answer<uint32_t>(row_padded(kSymmetric, 0, 7), "OutputTensor",
                          {1, 2, 3, 3, 2, 1, 1, 2, 3, 3});
}

TEST(Padding1, PadsInTwoDimensionsAtOnce) {
  ops::Problem p = problem_of(signature_of("padding1"));
  set_input(p, "InputTensor", packed(DataType::UINT32, {1, 2}), bytes_of<uint32_t>({1, 2}));
  set_output(p, "OutputTensor", packed(DataType::UINT32, {2, 20}));
  set_value(p, "PaddingMode", {kConstant});
  set_value(p, "PaddingValueDataType", {static_cast<std::int64_t>(DataType::UINT32)});
  set_value(p, "PaddingValue", {9});
  set_value(p, "DimensionCount", {2});
  set_value(p, "StartPadding", {1, 17});
  set_value(p, "EndPadding", {0, 1});
  std::vector<uint32_t> expected(40, 9);
  expected[37] = 1;
  expected[38] = 2;
  expect_answer<uint32_t>(p, "OutputTensor", expected);
}

}  // namespace
}  // namespace assay::opencl::testing
