// Tests the variants of top_k1 and top_k on examples worked out by hand.

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

ops::Problem top_of(const std::string& name, std::int64_t k, ops::List sizes, std::int64_t axis,
                    std::vector<std::int16_t> input) {
  ops::List output = sizes;
  output[static_cast<std::size_t>(axis)] = k;
  ops::Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", packed(DataType::INT16, sizes), bytes_of(input));
  set_output(p, "OutputValueTensor", packed(DataType::INT16, output));
  set_output(p, "OutputIndexTensor", packed(DataType::UINT32, output));
  set_value(p, "Axis", {axis});
  set_value(p, "K", {k});
  return p;
}

TEST(TopK, SortsAndKeepsTheOrderOfEquals) {
  const ops::Problem p = top_of("top_k", 4, {6}, 0, {3, 9, 3, -1, 9, 3});
  expect_answer<std::int16_t>(p, "OutputValueTensor", {9, 9, 3, 3});
  expect_answer<std::uint32_t>(p, "OutputIndexTensor", {1, 4, 0, 2});
}

TEST(TopK, SortsEitherWayAlongAnyAxis) {
  ops::Problem p = top_of("top_k1", 2, {3, 2}, 0, {5, -6, 1, 7, 3, 0});
  set_value(p, "AxisDirection", {0});
  expect_answer<std::int16_t>(p, "OutputValueTensor", {1, -6, 3, 0});
  expect_answer<std::uint32_t>(p, "OutputIndexTensor", {1, 0, 2, 2});
  set_value(p, "AxisDirection", {1});
  expect_answer<std::int16_t>(p, "OutputValueTensor", {5, 7, 3, 0});
  expect_answer<std::uint32_t>(p, "OutputIndexTensor", {0, 1, 2, 2});
}

TEST(TopK, SortsSequencesThatAreLongerThanATile) {
  constexpr std::int64_t kLength = 600, kTaken = 500;
  std::vector<std::int16_t> input, values;
  std::vector<std::uint32_t> indices;
  for (std::int64_t i = 0; i < kLength; ++i)
    input.push_back(static_cast<std::int16_t>(i * 7919 % kLength - kLength / 2));
  for (std::int64_t rank = 0; rank < kTaken; ++rank) {
    values.push_back(static_cast<std::int16_t>(rank - kLength / 2));
    const auto at = std::find(input.begin(), input.end(), values.back());
    indices.push_back(static_cast<std::uint32_t>(at - input.begin()));
  }
  ops::Problem p = top_of("top_k1", kTaken, {kLength}, 0, input);
  set_value(p, "AxisDirection", {0});
  expect_answer<std::int16_t>(p, "OutputValueTensor", values);
  expect_answer<std::uint32_t>(p, "OutputIndexTensor", indices);
}

}  // namespace
}  // namespace assay::opencl::testing
