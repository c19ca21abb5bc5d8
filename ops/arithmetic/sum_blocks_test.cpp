// Terms that are added in blocks give what they give one by one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/sum_interval.h"

namespace assay::ops {
namespace {

/// A float of one of several kinds, so that sums are exact, rounded, cancelled or special.
float block_term(std::mt19937& random, int kind) {
  const auto whole = [&](int most) {
    return static_cast<float>(static_cast<int>(random() % (2 * most + 1)) - most);
  };
  switch (kind) {
    case 0:
      return whole(100);
    case 1:
      return std::ldexp(whole(1 << 12), -130);
    case 2:
      return std::ldexp(whole(1 << 23), static_cast<int>(random() % 8) - 4);
    case 3:
      return random() % 40 ? whole(9) : INFINITY;
    case 4:
      return random() % 40 ? whole(9) : NAN;
    case 5:
      return std::ldexp(whole(1 << 20), 108);
    default:
      return std::bit_cast<float>(static_cast<std::uint32_t>(random() & 0xbfff'ffff));
  }
}

TEST(SumBlocks, AreTheSameAsSingleTerms) {
  std::mt19937 random(11);
  int exact = 0;
  for (int round = 0; round < 40'000; ++round) {
    const SumModel model{.denormals = random() % 4 ? Denormals::Kept : Denormals::MayBeFlushed,
                         .may_be_half = random() % 4 == 0};
    const int kind = static_cast<int>(random() % 7);
    const bool products = random() % 2;
    IntervalSum blocks(model), single(model);
    for (unsigned block = 0; block < 1 + random() % 3; ++block) {
      std::vector<float> a(random() % 40), b(a.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = block_term(random, kind);
        b[i] = products ? block_term(random, static_cast<int>(random() % 3)) : 1;
        products ? single.add_product(a[i], b[i]) : single.add(a[i]);
      }
      products ? blocks.add_products(a, b) : blocks.add_all(a);
    }
    const Interval x = blocks.result(), y = single.result();
    ASSERT_EQ(x.flags, y.flags) << round;
    ASSERT_EQ(x.has_finite(), y.has_finite()) << round;
    if (!x.has_finite()) continue;
    // Doubles may have been rounded otherwise.
    const auto near = [](float p, float q) { return std::abs(key_of(p) - key_of(q)) <= 1; };
    ASSERT_TRUE(near(x.low, y.low) && near(x.high, y.high)) << round << " " << kind;
    if (y.low == y.high) {
      ASSERT_EQ(x, y) << round;
    }
    exact += y.low == y.high;
  }
  EXPECT_GT(exact, 7000);
}

TEST(SumBlocks, AreExactUpToTheLargestSumThatIsAFloat) {
  const std::vector<float> largest{0x1p24f - 2, 1, 1}, ones{1, 1};
  IntervalSum sum(Denormals::Kept);
  sum.add_all(largest);
  EXPECT_EQ(sum.result(), Interval::of(0x1p24f));
  IntervalSum apart(Denormals::Kept);
  apart.add(0x1p24f - 2);
  apart.add_all(ones);
  EXPECT_EQ(apart.result(), Interval::of(0x1p24f));
  apart.add_all(ones);
  EXPECT_TRUE(apart.result().contains(0x1p24f) && apart.result().contains(0x1p24f + 2));
}

}  // namespace
}  // namespace assay::ops
