#include "ops/value_key.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace assay::ops {
namespace {

std::int64_t key_of_float(float value) {
  return key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(value));
}

TEST(ValueKey, BringsBackEveryPatternOfANarrowTypeAndMeetsEveryKeyOnce) {
  for (const DataType type : all_data_types()) {
    if (size_of(type) > 2) continue;
    const Set keys = keys_of(type);
    const std::uint64_t patterns = std::uint64_t{1} << (8 * size_of(type));
    EXPECT_EQ(keys.count(), patterns);
    for (std::uint64_t bits = 0; bits < patterns; ++bits) {
      ASSERT_TRUE(keys.contains(key_of(type, bits))) << name_of(type) << " " << bits;
      ASSERT_EQ(bits_of_key(type, key_of(type, bits)), bits) << name_of(type);
    }
  }
}

TEST(ValueKey, BringsBackPatternsOfWideTypes) {
  std::mt19937_64 random(1);
  for (const DataType type : all_data_types())
    for (int i = 0; i < 10000; ++i) {
      const auto spare = static_cast<unsigned>(64 - 8 * size_of(type));
      const std::uint64_t bits = random() << spare >> spare;
      ASSERT_EQ(bits_of_key(type, key_of(type, bits)), bits) << name_of(type);
      ASSERT_TRUE(keys_of(type).contains(key_of(type, bits)));
    }
}

TEST(ValueKey, KeepsTheOrderOfFloats) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; ++i) {
    const auto a = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const auto b = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isnan(a) || std::isnan(b) || a == b) continue;
    ASSERT_EQ(a < b, key_of_float(a) < key_of_float(b)) << a << " " << b;
  }
}

TEST(ValueKey, ZeroIsTheKeyOfZeroAndNaNsLieBeyondTheInfinities) {
  EXPECT_EQ(key_of_float(0.0f), 0);
  EXPECT_EQ(key_of_float(-0.0f), -1);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_GT(key_of_float(std::numeric_limits<float>::quiet_NaN()), key_of_float(infinity));
  EXPECT_LT(key_of_float(std::bit_cast<float>(0xffc00000u)), key_of_float(-infinity));
  EXPECT_EQ(key_of(DataType::UINT64, ~std::uint64_t{0}), -1);
  EXPECT_EQ(key_of(DataType::INT8, 0x80), -128);
}

}  // namespace
}  // namespace assay::ops
