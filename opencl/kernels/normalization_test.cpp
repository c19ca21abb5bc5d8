// Tests the variants of the operators that normalize on examples worked out by hand.
#include <gtest/gtest.h>

#include <bit>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

void set_float(Problem& p, std::string_view name, float value) {
  set_value(p, name, {ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(value))});
}

void expect_near(const Problem& p, const std::vector<float>& expected) {
  const KernelFile file = load_kernels(*p.descriptor.signature);
  const auto variants = variants_for(file, p);
  ASSERT_GE(variants.size(), 3u);
  for (const Variant* variant : variants) {
    const auto came = answer<float>(file, *variant, p, "OutputTensor");
    ASSERT_EQ(came.size(), expected.size());
    for (std::size_t i = 0; i < came.size(); ++i)
      EXPECT_NEAR(came[i], expected[i], 1e-6f * (1 + std::abs(expected[i])))
          << variant->name << " " << i;
  }
}

TEST(LpNormalization, divides_by_the_norm_along_the_axis) {
  for (const std::size_t length : {1u, 3u, 4u, 64u, 131u}) {
    Problem p = problem_of(signature_of("lp_normalization"));
    const auto rows = static_cast<std::int64_t>(length);
    std::vector<float> data(2 * length, 1), expected;
    data[0] = -3;
    for (std::size_t i = 0; i < data.size(); ++i) {
      const float rest = static_cast<float>(length - 1);
      expected.push_back(data[i] / (i % 2 ? rest + 1 : rest + 3));
    }
    set_input(p, "InputTensor", strided(DataType::FLOAT32, {rows, 2}, {1, rows}), bytes_of(data));
    set_output(p, "OutputTensor", strided(DataType::FLOAT32, {rows, 2}, {3, 1}));
    set_value(p, "Axis", {0});
    set_value(p, "P", {1});
    set_float(p, "Epsilon", 0.5f);
    expect_near(p, expected);
  }
}

TEST(LpNormalization, takes_the_root_of_squares) {
  Problem p = problem_of(signature_of("lp_normalization"));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {2, 2}), bytes_of<float>({3, -4, 0, 0}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {2, 2}));
  set_value(p, "Axis", {1});
  set_value(p, "P", {2});
  set_float(p, "Epsilon", 0.5f);
  expect_near(p, {0.6f, -0.8f, 0, 0});
}

TEST(MeanVarianceNormalization, normalizes_long_sequences) {
  for (const std::size_t length : {2u, 6u, 64u, 130u}) {
    Problem p = problem_of(signature_of("mean_variance_normalization1"));
    std::vector<float> data, expected;
    for (std::size_t i = 0; i < length; ++i) {
      data.push_back(i % 2 ? 7 : 5);
      expected.push_back(i % 2 ? 1.f : -1.f);
    }
    const auto size = static_cast<std::int64_t>(length);
    set_input(p, "InputTensor", packed(DataType::FLOAT32, {1, size}), bytes_of(data));
    set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, size}));
    set_value(p, "AxisCount", {1});
    set_value(p, "Axes", {1});
    set_value(p, "NormalizeVariance", {1});
    set_float(p, "Epsilon", 0);
    expect_near(p, expected);
  }
}

TEST(MeanVarianceNormalization, broadcasts_scale_and_bias) {
  Problem p = problem_of(signature_of("mean_variance_normalization"));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {1, 2, 1, 2}),
            bytes_of<float>({1, 3, 10, 2}));
  set_input(p, "ScaleTensor", packed(DataType::FLOAT32, {1, 1, 1, 2}), bytes_of<float>({1, 10}));
  set_input(p, "BiasTensor", packed(DataType::FLOAT32, {1, 2, 1, 1}), bytes_of<float>({100, 200}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, 2, 1, 2}));
  set_value(p, "CrossChannel", {0});
  set_value(p, "NormalizeVariance", {0});
  set_float(p, "Epsilon", 0);
  expect_near(p, {99, 110, 204, 160});
}

TEST(BatchNormalization, broadcasts_each_tensor_by_itself) {
  Problem p = problem_of(signature_of("batch_normalization"));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {2, 2}), bytes_of<float>({1, 2, 3, 4}));
  set_input(p, "MeanTensor", packed(DataType::FLOAT32, {1, 1}), bytes_of<float>({1}));
  set_input(p, "VarianceTensor", packed(DataType::FLOAT32, {1, 2}), bytes_of<float>({4, 0.25f}));
  set_input(p, "ScaleTensor", packed(DataType::FLOAT32, {2, 1}), bytes_of<float>({1, 2}));
  set_input(p, "BiasTensor", packed(DataType::FLOAT32, {2, 2}), bytes_of<float>({0, 0, 10, 20}));
  set_output(p, "OutputTensor", strided(DataType::FLOAT32, {2, 2}, {1, 2}));
  set_value(p, "Spatial", {1});
  set_float(p, "Epsilon", 0);
  expect_near(p, {0, 2, 12, 32});
}

TEST(LocalResponseNormalization, adds_the_squares_around) {
  for (const bool across : {false, true}) {
    Problem p = problem_of(signature_of("local_response_normalization"));
    set_input(p, "InputTensor", packed(DataType::FLOAT32, {1, 3, 1, 2}),
              bytes_of<float>({1, 2, 0, 3, 2, 1}));
    set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, 3, 1, 2}));
    set_value(p, "CrossChannel", {across});
    set_value(p, "LocalSize", {3});
    set_float(p, "Alpha", 3);
    set_float(p, "Beta", 1);
    set_float(p, "Bias", 1);
    expect_near(p, across ? std::vector<float>{1.f / 2, 2.f / 14, 0, 3.f / 15, 2.f / 5, 1.f / 11}
                          : std::vector<float>{1.f / 6, 2.f / 6, 0, 3.f / 10, 2.f / 6, 1.f / 6});
  }
}

}  // namespace
}  // namespace assay::opencl::testing
