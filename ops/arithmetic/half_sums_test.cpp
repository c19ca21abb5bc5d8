// Tests of sums whose accumulator may be a FLOAT16.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ops/arithmetic/sum_interval.h"

namespace assay::ops {
namespace {

float half_of(float x) { return static_cast<float>(static_cast<_Float16>(x)); }

TEST(HalfSums, HoldsSumsInHalfWhereTheAccumulatorMayBeOne) {
  std::mt19937 random(6);
  for (int round = 0; round < 20'000; ++round) {
    const bool products = random() % 2;
    const std::size_t count = 1 + random() % (random() % 8 ? 8 : 1500);
    const float scale = std::ldexp(1.f, static_cast<int>(random() % 30) - 18);
    std::uniform_real_distribution<float> value(random() % 2 ? -1.f : 0.f, 1.f);
    IntervalSum sum(SumModel{.may_be_half = true});
    float serial = 0, fused = 0, wide = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const float a = half_of(value(random) * scale), b = products ? half_of(value(random)) : 1;
      products ? sum.add_product(a, b) : sum.add(a);
      serial = half_of(serial + half_of(a * b));
      fused = half_of(a * b + fused);
      wide += a * b;
    }
    const Interval set = sum.result();
    for (const float came : {serial, fused, wide})
      ASSERT_TRUE(set.contains(came))
          << came << " of " << count << " is not in " << set.low << ".." << set.high;
  }
}

// Operands, products and sums that are denormal become zero, on some devices.
TEST(HalfSums, HoldsSumsOfDevicesThatFlushHalves) {
  constexpr float kSmallest = 0x1p-14f;
  std::mt19937 random(7);
  int only_flushed = 0;
  for (int round = 0; round < 20'000; ++round) {
    const bool products = random() % 2;
    const std::size_t count = 1 + random() % (random() % 8 ? 8 : 1500);
    const float scale = std::ldexp(1.f, -static_cast<int>(random() % 20));
    const float other = std::ldexp(1.f, static_cast<int>(random() % 20) - 10);
    std::uniform_real_distribution<float> value(random() % 2 ? -1.f : 0.f, 1.f);
    IntervalSum sum(SumModel{
        .denormals = Denormals::MayBeFlushed, .smallest_normal = kSmallest, .may_be_half = true});
    IntervalSum kept(SumModel{.may_be_half = true});
    const auto flush = [](float x) { return std::abs(x) < kSmallest ? 0.f : x; };
    float serial = 0, fused = 0, unflushed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const float a = half_of(value(random) * scale);
      const float b = products ? half_of(value(random) * other) : 1;
      for (IntervalSum* s : {&sum, &kept}) products ? s->add_product(a, b) : s->add(a);
      const float x = flush(a), y = flush(b);
      serial = flush(half_of(serial + flush(half_of(x * y))));
      fused = flush(half_of(x * y + fused));
      unflushed = half_of(a * b + unflushed);
    }
    const Interval set = sum.result();
    for (const float came : {serial, fused, unflushed})
      ASSERT_TRUE(set.contains(came))
          << came << " of " << count << " is not in " << set.low << ".." << set.high;
    only_flushed += !kept.result().contains(serial);
  }
  EXPECT_GT(only_flushed, 1000);
}

TEST(HalfSums, IsOneValueWhereNothingRoundsInHalf) {
  IntervalSum sum(SumModel{.may_be_half = true});
  for (int i = 1; i <= 40; ++i) sum.add(static_cast<float>(i));
  EXPECT_EQ(sum.result(), Interval::of(820));
  // 2049 is no FLOAT16.
  for (const float x : {1229.f, 1.f}) sum.add(x);
  EXPECT_TRUE(sum.result().contains(2048));
  EXPECT_TRUE(sum.result().contains(2050));
  IntervalSum overflowing(SumModel{.may_be_half = true});
  for (const float x : {60000.f, 60000.f, -60000.f}) overflowing.add(x);
  EXPECT_TRUE(overflowing.result().contains(HUGE_VALF));
  EXPECT_TRUE(overflowing.result().contains(60000.f));
}

}  // namespace
}  // namespace assay::ops
