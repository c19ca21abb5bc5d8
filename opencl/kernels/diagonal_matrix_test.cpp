// Tests the variants of diagonal_matrix and diagonal_matrix1 on examples worked out by hand.

#include <gtest/gtest.h>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using std::uint8_t;

ops::Problem one_diagonal(ops::TensorDesc output, std::int64_t offset, std::uint32_t float_bits) {
  ops::Problem p = problem_of(signature_of("diagonal_matrix"));
  set_output(p, "OutputTensor", output);
  set_value(p, "Offset", {offset});
  set_value(p, "Value", {ops::key_of(DataType::FLOAT32, float_bits)});
  return p;
}

ops::Problem diagonals(ops::TensorDesc output, std::int64_t begin, std::int64_t end) {
  ops::Problem p = problem_of(signature_of("diagonal_matrix1"));
  set_output(p, "OutputTensor", output);
  set_value(p, "ValueDataType", {static_cast<std::int64_t>(output.type)});
  set_value(p, "Value", {ops::key_of(output.type, 7)});
  set_value(p, "DiagonalFillBegin", {begin});
  set_value(p, "DiagonalFillEnd", {end});
  return p;
}

TEST(DiagonalMatrix, FillsADiagonalOfEachMatrix) {
  expect_answer<uint8_t>(one_diagonal(packed(DataType::INT8, {2, 2, 3}), 1, 0xc0400000),
                         "OutputTensor", {0, 0xfd, 0, 0, 0, 0xfd, 0, 0xfd, 0, 0, 0, 0xfd});
  expect_answer<std::uint16_t>(
      one_diagonal(strided(DataType::FLOAT16, {3, 2}, {1, 4}), -1, 0x3f800000), "OutputTensor",
      {0, 0, 0x3c00, 0, 0, 0x3c00});
}

TEST(DiagonalMatrix, FillsNothingWhereTheDiagonalLiesOutside) {
  for (const std::int64_t offset :
       {std::int64_t{INT32_MIN}, std::int64_t{INT32_MAX}, std::int64_t{2}, std::int64_t{-3}})
    expect_answer<uint8_t>(one_diagonal(packed(DataType::UINT8, {3, 2}), offset, 0x3f800000),
                           "OutputTensor", {0, 0, 0, 0, 0, 0});
}

TEST(DiagonalMatrix1, PutsZerosWhereThereIsNoInput) {
  expect_answer<uint8_t>(diagonals(packed(DataType::UINT8, {2, 4}), 0, 2), "OutputTensor",
                         {7, 7, 0, 0, 0, 7, 7, 0});
  expect_answer<uint8_t>(diagonals(packed(DataType::UINT8, {2, 2}), 1, 1), "OutputTensor",
                         {0, 0, 0, 0});
}

TEST(DiagonalMatrix1, KeepsTheInputBesideTheDiagonals) {
  ops::Problem p = diagonals(packed(DataType::UINT8, {2, 3}), 1, 0);
  set_input(p, "InputTensor", strided(DataType::UINT8, {2, 3}, {1, 2}),
            bytes_of<uint8_t>({1, 2, 3, 4, 5, 6}));
  expect_answer<uint8_t>(p, "OutputTensor", {1, 7, 7, 7, 5, 7});
}

}  // namespace
}  // namespace assay::opencl::testing
