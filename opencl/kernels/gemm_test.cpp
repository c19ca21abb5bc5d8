// Tests the variants of gemm on products of small integers, which are exact.
#include <gtest/gtest.h>

#include <bit>
#include <optional>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

ops::Problem product_of(ops::TensorDesc a, ops::Bytes a_data, bool transpose_a, ops::TensorDesc b,
                        ops::Bytes b_data, bool transpose_b, float alpha, ops::TensorDesc output) {
  const auto key = [](float x) {
    return ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(x));
  };
  ops::Problem p = problem_of(signature_of("gemm"));
  set_input(p, "ATensor", a, std::move(a_data));
  set_input(p, "BTensor", b, std::move(b_data));
  set_output(p, "CTensor", ops::absent_tensor());
  set_output(p, "OutputTensor", output);
  set_value(p, "TransA", {transpose_a});
  set_value(p, "TransB", {transpose_b});
  set_value(p, "Alpha", {key(alpha)});
  set_value(p, "Beta", {key(1)});
  return p;
}

TEST(Gemm, MultipliesAndTransposes) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{1, 0, 2, 0, 1, -1};
  expect_answer<float>(product_of(packed(DataType::FLOAT32, {2, 3}), bytes_of(a), false,
                                  packed(DataType::FLOAT32, {2, 3}), bytes_of(b), true, 2,
                                  packed(DataType::FLOAT32, {2, 2})),
                       "OutputTensor", {14, -2, 32, -2});
  expect_answer<float>(product_of(packed(DataType::FLOAT32, {2, 3}), bytes_of(a), true,
                                  packed(DataType::FLOAT32, {2, 3}), bytes_of(b), false, 1,
                                  packed(DataType::FLOAT32, {3, 3})),
                       "OutputTensor", {1, 4, -2, 2, 5, -1, 3, 6, 0});
}

TEST(Gemm, AppliesTheFusedActivation) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{1, 0, 2, 0, 1, -1};
  ops::Problem p = product_of(packed(DataType::FLOAT32, {2, 3}), bytes_of(a), false,
                              packed(DataType::FLOAT32, {2, 3}), bytes_of(b), true, 2,
                              packed(DataType::FLOAT32, {2, 2}));
  const auto fuse = [&](const char* name, std::optional<float> alpha) {
    const ops::Member& type = *p.descriptor.signature->find("FusedActivation.Type");
    set_value(p, "FusedActivation", {1});
    set_value(p, "FusedActivation.Type", {enumerator_named(type, name)->value});
    set_value(p, "FusedActivation.Alpha",
              {ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(alpha.value_or(0)))});
  };
  fuse("activation_relu", {});
  expect_answer<float>(p, "OutputTensor", {14, 0, 32, 0});
  fuse("activation_leaky_relu", 0.5f);
  expect_answer<float>(p, "OutputTensor", {14, -1, 32, -1});
  fuse("activation_thresholded_relu", 14.0f);
  expect_answer<float>(p, "OutputTensor", {0, 0, 32, 0});
}

TEST(Gemm, AddsC) {
  ops::Problem p = product_of(packed(DataType::FLOAT32, {1, 2}), bytes_of<float>({1, 2}), false,
                              packed(DataType::FLOAT32, {2, 2}), bytes_of<float>({3, 4, 5, 6}),
                              false, 1, packed(DataType::FLOAT32, {1, 2}));
  set_input(p, "CTensor", packed(DataType::FLOAT32, {1, 2}), bytes_of<float>({100, 200}));
  expect_answer<float>(p, "OutputTensor", {113, 216});
}

// More rows, columns and products than a tile, a run or a vector has, in two matrices of strided
// tensors.
TEST(Gemm, MultipliesBeyondTilesAndVectors) {
  constexpr std::int64_t kMatrices = 2, kRows = 9, kDepth = 19, kColumns = 11;
  std::vector<float> a, b, right;
  for (int i = 0; i < kMatrices * kRows * kDepth; ++i)
    a.push_back(static_cast<float>(i * 7 % 13 - 6));
  for (int i = 0; i < kMatrices * kDepth * kColumns; ++i)
    b.push_back(static_cast<float>(i * 5 % 11 - 5));
  for (int m = 0; m < kMatrices; ++m)
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kColumns; ++j) {
        float sum = 0;
        for (int k = 0; k < kDepth; ++k)
          sum += a[static_cast<std::size_t>((m * kRows + i) * kDepth + k)] *
                 b[static_cast<std::size_t>((m * kDepth + k) * kColumns + j)];
        right.push_back(sum);
      }
  expect_answer<float>(
      product_of(strided(DataType::FLOAT32, {kMatrices, kRows, kDepth}, {300, 1, 12}), bytes_of(a),
                 false, packed(DataType::FLOAT32, {kMatrices, kDepth, kColumns}), bytes_of(b),
                 false, 1, strided(DataType::FLOAT32, {kMatrices, kRows, kColumns}, {1, 23, 2})),
      "OutputTensor", right);
}

}  // namespace
}  // namespace assay::opencl::testing
