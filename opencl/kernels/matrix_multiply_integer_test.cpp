// Tests the variants of matrix_multiply_integer on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(MatrixMultiplyInteger, SubtractsZeroPointsOfRowsAndColumns) {
  Problem p = problem_of(signature_of("matrix_multiply_integer"));
  set_input(p, "ATensor", packed(DataType::UINT8, {2, 3}),
            bytes_of<std::uint8_t>({1, 2, 3, 250, 251, 252}));
  set_input(p, "AZeroPointTensor", packed(DataType::UINT8, {2, 1}),
            bytes_of<std::uint8_t>({1, 250}));
  set_input(p, "BTensor", strided(DataType::INT8, {3, 2}, {1, 4}),
            bytes_of<std::int8_t>({1, -1, 2, -2, 3, -128}));
  set_input(p, "BZeroPointTensor", packed(DataType::INT8, {2}), bytes_of<std::int8_t>({0, -1}));
  set_output(p, "OutputTensor", packed(DataType::INT32, {2, 2}));
  expect_answer<std::int32_t>(p, "OutputTensor", {8, -255, 8, -255});
}

// Nine rows, columns and terms are one more than a tile has.
TEST(MatrixMultiplyInteger, MultipliesBeyondATile) {
  Problem p = problem_of(signature_of("matrix_multiply_integer"));
  std::vector<std::int8_t> left(81), right(81, 0);
  std::vector<std::int32_t> expected(81);
  for (std::size_t i = 0; i < 81; ++i) {
    left[i] = static_cast<std::int8_t>(i);
    expected[i / 9 * 9 + 8 - i % 9] = -2 * static_cast<std::int32_t>(i);
  }
  for (std::size_t k = 0; k < 9; ++k) right[k * 9 + 8 - k] = -2;
  set_input(p, "ATensor", packed(DataType::INT8, {9, 9}), bytes_of(left));
  set_input(p, "AZeroPointTensor", packed(DataType::INT8, {1}), bytes_of<std::int8_t>({0}));
  set_input(p, "BTensor", packed(DataType::INT8, {9, 9}), bytes_of(right));
  set_input(p, "BZeroPointTensor", packed(DataType::INT8, {1, 1}), bytes_of<std::int8_t>({0}));
  set_output(p, "OutputTensor", packed(DataType::INT32, {9, 9}));
  expect_answer<std::int32_t>(p, "OutputTensor", expected);
}

}  // namespace
}  // namespace assay::opencl::testing
