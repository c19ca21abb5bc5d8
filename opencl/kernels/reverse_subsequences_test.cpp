// Tests the variants of reverse_subsequences on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

Problem reversal(ops::TensorDesc tensor, ops::TensorDesc output, ops::Bytes data,
                 ops::TensorDesc lengths, ops::Bytes length_data, std::int64_t axis) {
  Problem p = problem_of(signature_of("reverse_subsequences"));
  set_input(p, "InputTensor", tensor, std::move(data));
  set_input(p, "SequenceLengthsTensor", lengths, std::move(length_data));
  set_output(p, "OutputTensor", output);
  set_value(p, "Axis", {axis});
  return p;
}

TEST(ReverseSubsequences, reverses_as_many_as_each_length_says) {
  const Problem p =
      reversal(packed(DataType::UINT8, {3, 4}), packed(DataType::UINT8, {3, 4}),
               bytes_of<std::uint8_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
               packed(DataType::UINT64, {3, 1}), bytes_of<std::uint64_t>({2, 1ull << 40, 0}), 1);
  expect_answer<std::uint8_t>(p, "OutputTensor", {2, 1, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12});
}

TEST(ReverseSubsequences, reads_and_writes_through_strides) {
  const Problem p =
      reversal(strided(DataType::INT32, {3, 2}, {5, 2}), strided(DataType::INT32, {3, 2}, {1, 4}),
               bytes_of<std::int32_t>({1, 2, 3, 4, 5, 6}),
               strided(DataType::UINT32, {1, 2}, {7, 3}), bytes_of<std::uint32_t>({3, 2}), 0);
  expect_answer<std::int32_t>(p, "OutputTensor", {5, 4, 3, 2, 1, 6});
}

}  // namespace
}  // namespace assay::opencl::testing
