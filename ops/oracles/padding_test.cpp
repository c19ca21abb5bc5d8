// These tests cover the padding value; padding1_test.cpp covers the modes, which are the same.
#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

/// The permitted bits of the padding value; none if anything is permitted.
std::vector<std::uint64_t> permitted_of(DataType type, float value, bool flush = false) {
  Question q("padding");
  q.input("InputTensor", type, {1}, Bytes(size_of(type)))
      .output("OutputTensor", type, {2})
      .choice("PaddingMode", {"CONSTANT", "EDGE", "REFLECTION", "SYMMETRIC", "WRAP"}, 0)
      .number("PaddingValue", value)
      .value("DimensionCount", 1)
      .array("StartPadding", {0})
      .array("EndPadding", {1});
  const PermittedTensor permitted = q.permitted({.flush32 = flush});
  if (permits_anything(permitted, 1)) return {};
  const auto alternatives = alternatives_at(permitted, 1);
  if (alternatives.empty()) return {bits_at(type, permitted.bytes, 1)};
  return {alternatives.begin(), alternatives.end()};
}

using Bits = std::vector<std::uint64_t>;

TEST(Padding, PermitsTheIntegersBesideTheValue) {
  EXPECT_EQ(permitted_of(DataType::INT32, 10.6f), (Bits{10, 11}));
  EXPECT_EQ(permitted_of(DataType::INT8, -3), (Bits{0xfd}));
  EXPECT_EQ(permitted_of(DataType::UINT8, 255), (Bits{255}));
  for (const float beyond : {256.0f, 255.5f, -1.0f, std::numeric_limits<float>::quiet_NaN(),
                             std::numeric_limits<float>::infinity()})
    EXPECT_EQ(permitted_of(DataType::UINT8, beyond), Bits{}) << beyond;
}

TEST(Padding, PermitsTheFloatsBesideTheValue) {
  EXPECT_EQ(permitted_of(DataType::FLOAT16, 0.1f), (Bits{0x2e66, 0x2e67}));
  EXPECT_EQ(permitted_of(DataType::FLOAT16, -2), (Bits{0xc000}));
  EXPECT_EQ(permitted_of(DataType::FLOAT16, 65530), (Bits{0x7bff, 0x7c00}));
  EXPECT_EQ(permitted_of(DataType::FLOAT32, 0.1f), (Bits{0x3dcccccd}));
  EXPECT_EQ(permitted_of(DataType::FLOAT64, 0.5f), (Bits{0x3fe0000000000000}));
  EXPECT_EQ(permitted_of(DataType::FLOAT32, -0.0f), (Bits{0x80000000}));
  EXPECT_EQ(permitted_of(DataType::FLOAT32, 1e-45f, true), (Bits{0, 1, 0x80000000}));
}

}  // namespace
}  // namespace assay::ops
