// Tests the variants of cumulative_summation on examples, and against each other.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

Problem sum(ops::TensorDesc input, ops::Bytes data, std::int64_t axis, bool decreasing,
            bool exclusive) {
  Problem p = problem_of(signature_of("cumulative_summation"));
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputTensor", packed(input.type, input.sizes));
  set_value(p, "Axis", {axis});
  set_value(p, "AxisDirection", {decreasing});
  set_value(p, "HasExclusiveSum", {exclusive});
  return p;
}

TEST(Sum, runs_in_both_directions_with_and_without_the_element_itself) {
  const auto in = packed(DataType::FLOAT32, {2, 3});
  const auto data = bytes_of<float>({1, 2, 3, 4, 5, 6});
  expect_answer<float>(sum(in, data, 1, false, false), "OutputTensor", {1, 3, 6, 4, 9, 15});
  expect_answer<float>(sum(in, data, 1, true, false), "OutputTensor", {6, 5, 3, 15, 11, 6});
  expect_answer<float>(sum(in, data, 1, false, true), "OutputTensor", {0, 1, 3, 0, 4, 9});
  expect_answer<float>(sum(in, data, 1, true, true), "OutputTensor", {5, 3, 0, 11, 6, 0});
  expect_answer<float>(sum(in, data, 0, false, false), "OutputTensor", {1, 2, 3, 5, 7, 9});
}

TEST(Sum, does_not_carry_an_infinity_to_its_left) {
  const float inf = std::numeric_limits<float>::infinity();
  expect_answer<float>(
      sum(packed(DataType::FLOAT32, {3}), bytes_of<float>({1, inf, 2}), 0, false, true),
      "OutputTensor", {0, 1, inf});
}

TEST(Sum, wraps_integers) {
  expect_answer<uint32_t>(
      sum(packed(DataType::UINT32, {3}), bytes_of<uint32_t>({0xffffffff, 1, 5}), 0, false, false),
      "OutputTensor", {0xffffffff, 0, 5});
  const std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  expect_answer<std::int64_t>(
      sum(packed(DataType::INT64, {3}), bytes_of<std::int64_t>({highest, 1, 1}), 0, false, false),
      "OutputTensor", {highest, lowest, lowest + 1});
}

TEST(Sum, adds_halves_in_float) {
  // The inputs are 1, 2, 0.5 and 2048. The last sum is exact in float, and is rounded only when it
  // is stored as half.
  expect_answer<std::uint16_t>(
      sum(packed(DataType::FLOAT16, {4}), bytes_of<std::uint16_t>({0x3c00, 0x4000, 0x3800, 0x6800}),
          0, false, false),
      "OutputTensor", {0x3c00, 0x4200, 0x4300, 0x6802});
}

TEST(Sum, goes_on_across_tiles_and_strides) {
  constexpr std::int64_t kLength = 300;
  vector<std::int32_t> data, expected(2 * kLength);
  for (std::int32_t i = 0; i < 2 * kLength; ++i) data.push_back(i * 37 % 101 - 50);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t k = kLength, total = 0; k-- > 0;) {
      total += static_cast<std::size_t>(data[2 * k + row]);
      expected[2 * k + row] = static_cast<std::int32_t>(total);
    }
  expect_answer<std::int32_t>(
      sum(strided(DataType::INT32, {kLength, 2}, {1, kLength + 3}), bytes_of(data), 0, true, false),
      "OutputTensor", expected);
}

TEST(Sum, is_right_where_the_output_lies_in_the_inputs_memory) {
  for (bool exclusive : {false, true}) {
    vector<std::int32_t> data, expected;
    std::int32_t total = 0;
    for (std::int32_t i = 0; i < 200; ++i) {
      data.push_back(i * 37 % 101 - 50);
      if (exclusive) expected.push_back(total);
      total += data.back();
      if (!exclusive) expected.push_back(total);
    }
    const Problem p = sum(packed(DataType::INT32, {200}), bytes_of(data), 0, false, exclusive);
    LaunchOptions options;
    options.in_place = {0, 1};
    const KernelFile file = load_kernels(signature_of("cumulative_summation"));
    for (const Variant& variant : file.variants) {
      if (!variant.takes_all_types()) continue;
      EXPECT_EQ(answer<std::int32_t>(file, variant, p, "OutputTensor", options), expected)
          << variant.name;
    }
  }
}

RC_GTEST_PROP(Sum, variants_agree_on_integers, ()) {
  const auto type = *rc::gen::elementOf(vector<DataType>{DataType::INT32, DataType::UINT64});
  const List sizes = some_sizes();
  const auto axis = *rc::gen::inRange<std::int64_t>(0, static_cast<std::int64_t>(sizes.size()));
  Problem p =
      sum(some_tensor(type, sizes), some_data(*ops::element_count(sizes) * ops::size_of(type)),
          axis, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
  set_output(p, "OutputTensor", some_tensor(type, sizes));
  const KernelFile file = load_kernels(signature_of("cumulative_summation"));
  RC_ASSERT(answer_bytes(file, *file.find("serial"), p, "OutputTensor") ==
            answer_bytes(file, *file.find("scan"), p, "OutputTensor"));
}

}  // namespace
}  // namespace assay::opencl::testing
