// Tests the variants of convolution on small integers, whose sums are exact.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

ops::Problem convolution_of(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc filter,
                            ops::Bytes weights, ops::TensorDesc output) {
  const auto dimensions = static_cast<std::int64_t>(input.sizes.size()) - 2;
  const ops::List ones(static_cast<std::size_t>(dimensions), 1),
      zeros(static_cast<std::size_t>(dimensions), 0);
  ops::Problem p = problem_of(signature_of("convolution"));
  set_input(p, "InputTensor", input, std::move(data));
  set_input(p, "FilterTensor", filter, std::move(weights));
  set_output(p, "BiasTensor", ops::absent_tensor());
  set_output(p, "OutputTensor", output);
  set_value(p, "Mode", {1});
  set_value(p, "Direction", {0});
  set_value(p, "DimensionCount", {dimensions});
  set_value(p, "Strides", ones);
  set_value(p, "Dilations", ones);
  set_value(p, "StartPadding", zeros);
  set_value(p, "EndPadding", zeros);
  set_value(p, "OutputPadding", zeros);
  set_value(p, "GroupCount", {1});
  return p;
}

/// A window of two by two over
///   1 2 4
///   8 16 32
/// with a row of padding behind it.
ops::Problem plane() {
  ops::Problem p =
      convolution_of(packed(DataType::FLOAT32, {1, 1, 2, 3}), bytes_of<float>({1, 2, 4, 8, 16, 32}),
                     packed(DataType::FLOAT32, {1, 1, 2, 2}), bytes_of<float>({1, 10, 100, 1000}),
                     packed(DataType::FLOAT32, {1, 1, 2, 2}));
  set_value(p, "EndPadding", {1, 0});
  return p;
}

TEST(Convolution, FlipsTheWindowOrNot) {
  ops::Problem p = plane();
  expect_answer<float>(p, "OutputTensor", {16821, 33642, 168, 336});
  set_value(p, "Mode", {0});
  expect_answer<float>(p, "OutputTensor",
                       {1 * 1000 + 2 * 100 + 8 * 10 + 16, 2 * 1000 + 4 * 100 + 16 * 10 + 32,
                        8 * 1000 + 16 * 100, 16 * 1000 + 32 * 100});
}

TEST(Convolution, AddsABiasToEachChannelAndToOutputPadding) {
  ops::Problem p = convolution_of(packed(DataType::FLOAT32, {1, 1, 2}), bytes_of<float>({2, 3}),
                                  packed(DataType::FLOAT32, {2, 1, 1}), bytes_of<float>({1, 10}),
                                  packed(DataType::FLOAT32, {1, 2, 3}));
  set_input(p, "BiasTensor", packed(DataType::FLOAT32, {1, 2, 1}), bytes_of<float>({100, 200}));
  set_value(p, "OutputPadding", {1});
  expect_answer<float>(p, "OutputTensor", {102, 103, 100, 220, 230, 200});
}

TEST(Convolution, ScattersBackward) {
  ops::Problem p = convolution_of(
      packed(DataType::FLOAT32, {1, 2, 2}), bytes_of<float>({1, 2, 3, 4}),
      packed(DataType::FLOAT32, {2, 2, 2}), bytes_of<float>({1, 10, 100, 1000, 2, 20, 200, 2000}),
      packed(DataType::FLOAT32, {1, 2, 3}));
  set_value(p, "Direction", {1});
  set_value(p, "Strides", {2});
  set_value(p, "StartPadding", {1});
  expect_answer<float>(p, "OutputTensor", {70, 10, 100, 7000, 1000, 10000});
  set_value(p, "Mode", {0});
  expect_answer<float>(p, "OutputTensor", {7, 100, 10, 700, 10000, 1000});
}

// More channels, positions and products than a run, a vector or a tile has, in two groups and two
// batches of strided tensors.
TEST(Convolution, GoesBeyondTilesAndVectors) {
  constexpr std::int64_t kBatches = 2, kGroups = 2, kInputs = 3, kOutputs = 9, kSize = 13,
                         kWindow = 4;
  constexpr std::int64_t kPlaces = kSize - kWindow + 1;
  std::vector<float> data, weights, right;
  for (int i = 0; i < kBatches * kGroups * kInputs * kSize; ++i)
    data.push_back(static_cast<float>(i * 7 % 13 - 6));
  for (int i = 0; i < kGroups * kOutputs * kInputs * kWindow; ++i)
    weights.push_back(static_cast<float>(i * 5 % 11 - 5));
  for (std::int64_t n = 0; n < kBatches; ++n)
    for (std::int64_t o = 0; o < kGroups * kOutputs; ++o)
      for (std::int64_t at = 0; at < kPlaces; ++at) {
        float sum = 0;
        for (std::int64_t j = 0; j < kInputs; ++j)
          for (std::int64_t k = 0; k < kWindow; ++k) {
            const std::int64_t channel = (n * kGroups + o / kOutputs) * kInputs + j;
            sum += data[static_cast<std::size_t>(channel * kSize + at + k)] *
                   weights[static_cast<std::size_t>((o * kInputs + j) * kWindow + k)];
          }
        right.push_back(sum);
      }
  ops::Problem p = convolution_of(
      strided(DataType::FLOAT32, {kBatches, kGroups * kInputs, kSize}, {100, 1, 7}), bytes_of(data),
      packed(DataType::FLOAT32, {kGroups * kOutputs, kInputs, kWindow}), bytes_of(weights),
      strided(DataType::FLOAT32, {kBatches, kGroups * kOutputs, kPlaces}, {1, 50, 3}));
  set_value(p, "GroupCount", {kGroups});
  expect_answer<float>(p, "OutputTensor", right);
}

}  // namespace
}  // namespace assay::opencl::testing
