#include "ops/order_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ops/problem.h"

namespace assay::ops {
namespace {

double value_of_bits(DataType type, std::uint64_t bits) {
  Bytes one(size_of(type));
  set_bits(type, one, 0, bits);
  return float_at(type, one, 0);
}

TEST(OrderKey, ComparesAsFloatsDo) {
  std::mt19937_64 random(1);
  for (const DataType type : {DataType::FLOAT16, DataType::FLOAT32, DataType::FLOAT64})
    for (int i = 0; i < 20000; ++i) {
      const auto spare = static_cast<unsigned>(64 - 8 * size_of(type));
      // Few patterns, so that some are alike.
      const std::uint64_t patterns[] = {0, std::uint64_t{1} << 63 >> spare,
                                        random() << spare >> spare};
      const std::uint64_t a = patterns[random() % 3], b = patterns[random() % 3];
      const double x = value_of_bits(type, a), y = value_of_bits(type, b);
      ASSERT_EQ(is_nan(type, a), std::isnan(x));
      if (std::isnan(x) || std::isnan(y)) continue;
      const auto key = [&](std::uint64_t bits) { return order_key(type, bits, ZeroOrder::Equal); };
      ASSERT_EQ(x < y, key(a) < key(b));
      ASSERT_EQ(x == y, key(a) == key(b));
    }
}

TEST(OrderKey, OrdersZerosAndDenormalsAsItIsAsked) {
  const auto key = [](std::uint64_t bits, ZeroOrder zeros) {
    return order_key(DataType::FLOAT32, bits, zeros);
  };
  EXPECT_LT(key(0x80000000, ZeroOrder::ByBits), key(0, ZeroOrder::ByBits));
  EXPECT_EQ(key(0x807fffff, ZeroOrder::Flushed), key(0x007fffff, ZeroOrder::Flushed));
  EXPECT_LT(key(0x807fffff, ZeroOrder::Equal), key(0, ZeroOrder::Equal));
  EXPECT_LT(key(0x80800000, ZeroOrder::Flushed), key(0x00800000, ZeroOrder::Flushed));
  EXPECT_NE(key(0x00800000, ZeroOrder::Flushed), key(0, ZeroOrder::Flushed));
  const auto half_key = [](std::uint64_t bits) {
    return order_key(DataType::FLOAT16, bits, ZeroOrder::Flushed);
  };
  EXPECT_EQ(half_key(0x83ff), half_key(0x03ff));
  EXPECT_NE(half_key(0x0400), half_key(0));
}

TEST(OrderKey, FlushesHalvesWhereKernelsComputeWithThem) {
  const auto flushes = [](const FloatModel& model) {
    const auto orders = zero_orders(DataType::FLOAT16, model);
    return std::find(orders.begin(), orders.end(), ZeroOrder::Flushed) != orders.end();
  };
  EXPECT_TRUE(flushes({.in_half = true, .flush16 = true}));
  EXPECT_FALSE(flushes({.in_half = true}));
  EXPECT_FALSE(flushes({.flush32 = true, .flush16 = true}));
}

TEST(OrderKey, OrdersWholeIntegers) {
  const auto key = [](DataType type, std::uint64_t bits) {
    return order_key(type, bits, ZeroOrder::Equal);
  };
  EXPECT_LT(key(DataType::UINT64, 1), key(DataType::UINT64, ~std::uint64_t{0}));
  EXPECT_LT(key(DataType::INT64, ~std::uint64_t{0}), key(DataType::INT64, 1));
  EXPECT_LT(key(DataType::UINT8, 0x7f), key(DataType::UINT8, 0x80));
}

}  // namespace
}  // namespace assay::ops
