// Sums are evaluated as sound devices may evaluate them: in any order, with products rounded or
// fused, with denormals flushed or kept. All that comes out must be in the set. What no sound
// device gives must not be in it where the set is exact.
#include "ops/arithmetic/sum_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "ops/arithmetic/float_key.h"
#include "testing/ops/terms.h"

namespace assay::ops {
namespace {

using testing::kLargestTerm;
using testing::kPlusInf;
using testing::kQuietNan;
using testing::random_value;

/// A term that a device adds: a value, or a product that is not yet rounded.
struct DeviceTerm {
  float a, b;
  bool is_product;
};

/// A device that adds in random order and flushes as it likes.
class SoundDevice {
 public:
  SoundDevice(std::mt19937& random, bool flush) : random_(random), flush_(flush) {}

  float sum(std::vector<DeviceTerm> terms) {
    std::shuffle(terms.begin(), terms.end(), random_);
    return terms.empty() ? 0.f : sum_of(terms.data(), terms.size());
  }

 private:
  float flushed(float x) {
    const bool denormal = x != 0 && std::abs(x) < std::numeric_limits<float>::min();
    return flush_ && denormal && random_() % 2 ? 0.f : x;
  }
  float sum_of(const DeviceTerm* terms, std::size_t count) {
    if (count == 1) {
      const DeviceTerm& t = *terms;
      return flushed(t.is_product ? flushed(t.a) * flushed(t.b) : flushed(t.a));
    }
    // A chain, a balanced tree, or any tree.
    const std::size_t first = random_() % 3 == 0 ? 1 : random_() % 2 ? count / 2 : count - 1;
    const float right = sum_of(terms + first, count - first);
    if (first == 1 && terms->is_product && random_() % 2)
      return flushed(std::fma(flushed(terms->a), flushed(terms->b), flushed(right)));
    return flushed(flushed(sum_of(terms, first)) + flushed(right));
  }

  std::mt19937& random_;
  bool flush_;
};

/// A set that holds x, and values of it.
Interval around(std::mt19937& random, float x) {
  Interval set = Interval::of(x);
  if (random() % 2 && std::isfinite(x)) set.add(Interval::of(x * (1 + 0x1p-20f)));
  if (random() % 16 == 0) set.add(Interval::of(random() % 2 ? 0.f : kPlusInf));
  return set;
}
float some_value_of(std::mt19937& random, const Interval& set) {
  std::vector<float> values;
  each_piece(set, [&](const Piece& p) {
    values.push_back(p.low);
    values.push_back(p.high);
  });
  return values[random() % values.size()];
}

TEST(IntervalSum, HoldsWhatSoundDevicesGive) {
  std::mt19937 random(1);
  for (int round = 0; round < 40'000; ++round) {
    const bool flush = random() % 2, sets = random() % 2, products = random() % 2;
    const int family = static_cast<int>(random() % 7), other = static_cast<int>(random() % 7);
    const std::size_t count = random() % (random() % 8 ? 6 : 70);
    IntervalSum sum(flush ? Denormals::MayBeFlushed : Denormals::Kept);
    std::vector<DeviceTerm> terms;
    for (std::size_t i = 0; i < count; ++i) {
      const float a = random_value(random, family), b = random_value(random, other);
      const bool is_product = products && random() % 8 != 0, is_square = random() % 4 == 0;
      if (!sets) {
        terms.push_back({a, is_square ? a : b, is_product});
        if (is_product)
          sum.add_product(a, terms.back().b);
        else
          sum.add(a);
        continue;
      }
      const Interval x = around(random, a), y = around(random, b);
      const float value = some_value_of(random, x);
      terms.push_back({value, is_square ? value : some_value_of(random, y), is_product});
      if (!is_product)
        sum.add(x);
      else if (is_square)
        sum.add_square(x);
      else
        sum.add_product(x, y);
    }
    const Interval set = sum.result();
    SoundDevice device(random, flush);
    for (int i = 0; i < 4; ++i) {
      const float came = device.sum(terms);
      ASSERT_TRUE(set.contains(came)) << came << " is not in " << set.low << ".." << set.high
                                      << ", flags " << set.flags << ", round " << round;
    }
    // A wide accumulator rounds once.
    double exact = 0;
    for (const DeviceTerm& t : terms)
      exact += t.is_product ? static_cast<double>(t.a) * static_cast<double>(t.b) : t.a;
    if (count < 6 && family < 3 && other < 3) {
      ASSERT_TRUE(set.contains(static_cast<float>(exact))) << exact << ", round " << round;
    }
  }
}

TEST(IntervalSum, IsOneValueWhereOneOperationRounds) {
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const int family = static_cast<int>(random() % 6);
    const float a = random_value(random, family), b = random_value(random, family);
    IntervalSum sum(Denormals::Kept), product(Denormals::Kept);
    sum.add(a);
    sum.add(b);
    product.add_product(a, b);
    for (const auto& [set, right] :
         {std::pair(sum.result(), a + b), std::pair(product.result(), a * b)}) {
      ASSERT_TRUE(set.contains(right)) << a << ", " << b;
      if (right == 0) continue;
      ASSERT_TRUE(set.is_point()) << a << ", " << b;
      ASSERT_FALSE(set.contains(std::nextafter(right, 0.f)));
    }
  }
}

TEST(IntervalSum, IsOneValueWhereNothingRounds) {
  std::mt19937 random(3);
  for (int round = 0; round < 5'000; ++round) {
    IntervalSum sum(random() % 2 ? Denormals::Kept : Denormals::MayBeFlushed);
    const float scale = std::ldexp(1.f, static_cast<int>(random() % 100) - 50);
    float right = 0;
    for (int i = 0; i < 50; ++i) {
      const float a = random_value(random, 2), b = random_value(random, 2);
      if (random() % 2) {
        sum.add_product(a * scale, b);
        right += a * b * scale;
      } else {
        sum.add(a * scale);
        right += a * scale;
      }
    }
    const Interval set = sum.result();
    ASSERT_TRUE(set.contains(right));
    ASSERT_FALSE(set.contains(std::nextafter(right, kPlusInf)));
    ASSERT_FALSE(set.contains(std::nextafter(right, -kPlusInf)));
  }
}

TEST(IntervalSum, IsNoWiderThanItsRoundings) {
  std::mt19937 random(4);
  for (int round = 0; round < 5'000; ++round) {
    IntervalSum sum(Denormals::Kept);
    const int count = 3 + static_cast<int>(random() % 60);
    const bool products = random() % 2;
    double exact = 0, magnitudes = 0;
    for (int i = 0; i < count; ++i) {
      const float a = random_value(random, 1), b = random_value(random, 1);
      const double term = products ? static_cast<double>(a) * b : a;
      products ? sum.add_product(a, b) : sum.add(a);
      exact += term;
      magnitudes += std::abs(term);
    }
    const double error = (count - (products ? 0 : 1)) * 0x1p-24 * magnitudes * (1 + 0x1p-16);
    const Interval set = sum.result();
    ASSERT_LE(exact - error, set.low);
    ASSERT_GE(exact + error, set.high);
    ASSERT_EQ(set.flags & ~Interval::kZeros, 0);
  }
}

Interval sum_of(const std::vector<float>& terms, Denormals denormals = Denormals::Kept) {
  IntervalSum sum(denormals);
  for (const float t : terms) sum.add(t);
  return sum.result();
}

TEST(IntervalSum, KnowsInfinitiesAndNan) {
  EXPECT_EQ(sum_of({1, kPlusInf, -3}), Interval::of(kPlusInf));
  EXPECT_EQ(sum_of({-kPlusInf, -kPlusInf}), Interval::of(-kPlusInf));
  EXPECT_EQ(sum_of({kPlusInf, 1, -kPlusInf}), Interval::nan());
  EXPECT_EQ(sum_of({kPlusInf, kQuietNan}), Interval::nan());
  // A partial sum may overflow before it meets the infinity.
  EXPECT_EQ(sum_of({kPlusInf, -kLargestTerm, -kLargestTerm}).flags,
            Interval::kNan | Interval::kPlusInfinity);
  IntervalSum sum(Denormals::Kept);
  sum.add_product(0, kPlusInf);
  EXPECT_EQ(sum.result(), Interval::nan());
}

TEST(IntervalSum, PermitsInfinityWhereAPartialSumMayOverflow) {
  EXPECT_EQ(sum_of({kLargestTerm, kLargestTerm}), Interval::of(kPlusInf));
  const Interval set = sum_of({kLargestTerm, kLargestTerm, -kLargestTerm});
  EXPECT_TRUE(set.contains(kPlusInf));
  EXPECT_TRUE(set.contains(kLargestTerm));
  EXPECT_FALSE(set.contains(-kPlusInf));
  EXPECT_FALSE(set.contains(kQuietNan));
  EXPECT_TRUE(
      sum_of({kLargestTerm, kLargestTerm, -kLargestTerm, -kLargestTerm}).contains(kQuietNan));
  EXPECT_EQ(sum_of({kLargestTerm, -kLargestTerm, 1}).flags & Interval::kInfinities, 0);
  // A product that overflows by itself may be fused with what brings it back.
  IntervalSum fused(Denormals::Kept);
  fused.add_product(0x1p64f, 0x1p64f);
  fused.add(-kLargestTerm);
  EXPECT_TRUE(fused.result().contains(0x1p104f));
  EXPECT_TRUE(fused.result().contains(kPlusInf));
}

TEST(IntervalSum, FlushesDenormalsOnlyWhereTheDeviceMay) {
  constexpr float kTiny = 0x1p-130f;
  EXPECT_EQ(sum_of({kTiny, kTiny}), Interval::of(2 * kTiny));
  for (const float x : {0.f, kTiny, 2 * kTiny})
    EXPECT_TRUE(sum_of({kTiny, kTiny}, Denormals::MayBeFlushed).contains(x));
  EXPECT_EQ(sum_of({1, 2}, Denormals::MayBeFlushed), Interval::of(3));
  IntervalSum sum(Denormals::MayBeFlushed);
  sum.add_product(kTiny, 0x1p127f);
  EXPECT_TRUE(sum.result().contains(0));
  EXPECT_TRUE(sum.result().contains(0x1p-3f));
  IntervalSum infinite(Denormals::MayBeFlushed);
  infinite.add_product(kTiny, kPlusInf);
  EXPECT_TRUE(infinite.result().contains(kQuietNan));
}

TEST(IntervalSum, PermitsEveryTermToBeRoundedAway) {
  std::vector<float> terms(21, 0x1p-24f);
  terms[0] = 1;
  EXPECT_TRUE(sum_of(terms).contains(1));
  EXPECT_FALSE(sum_of(terms).contains(1 - 0x1p-24f));
}

TEST(IntervalSum, OfNothingIsZero) {
  EXPECT_EQ(sum_of({}).flags, Interval::kZeros);
  EXPECT_FALSE(sum_of({}).has_finite());
}

}  // namespace
}  // namespace assay::ops
