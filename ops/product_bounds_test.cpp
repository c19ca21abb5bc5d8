// Products that are made in any order, with every rounding, must be permitted; a product that is
// off by two units in the last place per term must not.
#include "ops/product_bounds.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <vector>

#include "ops/oracles/coordinates.h"

namespace assay::ops {
namespace {

using Also = PermittedTensor::Also;

template <class T>
constexpr FloatFormat format_for() {
  return sizeof(T) == 2 ? kFloat16 : kFloat32;
}

template <class T>
ProductBounds::Range bounds_of(const std::vector<T>& terms) {
  ProductBounds bounds(format_for<T>());
  for (const T term : terms) bounds.multiply(static_cast<float>(term));
  return bounds.range();
}

bool permitted(const ProductBounds::Range& range, float x) {
  if (std::isnan(x)) return range.also & Also::kNan;
  if (std::isinf(x)) return range.also & (x > 0 ? Also::kPlusInfinity : Also::kMinusInfinity);
  return range.low <= x && x <= range.high;
}

/// Multiplies neighbours in a random order, rounding each product to T, or to float for a wider
/// accumulator.
template <class T, class Accumulator>
float product_in_some_order(std::mt19937_64& random, const std::vector<T>& terms) {
  std::vector<Accumulator> rest;
  for (const T term : terms) rest.push_back(static_cast<Accumulator>(static_cast<float>(term)));
  while (rest.size() > 1) {
    const auto at = static_cast<std::ptrdiff_t>(random() % (rest.size() - 1));
    rest[static_cast<std::size_t>(at)] = static_cast<Accumulator>(
        rest[static_cast<std::size_t>(at)] * rest[static_cast<std::size_t>(at) + 1]);
    rest.erase(rest.begin() + at + 1);
  }
  return static_cast<float>(static_cast<T>(rest[0]));
}

template <class T>
std::vector<T> some_terms(std::mt19937_64& random) {
  const int kind = static_cast<int>(random() % 4);
  std::vector<T> terms(1 + random() % 20);
  for (T& term : terms) {
    float x = static_cast<float>(pick(random, -9, 9));
    if (kind > 0) x = 0.5f + static_cast<float>(random() % 4096) / 2048;
    if (kind > 1) x = std::ldexp(x, static_cast<int>(pick(random, -20, 20)));
    if (kind > 2 && random() % 6 == 0) {
      constexpr float kSpecial[] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, 6e-8f};
      x = kSpecial[random() % std::size(kSpecial)];
    }
    term = static_cast<T>(x);
  }
  return terms;
}

template <class T>
void permits_every_order(std::mt19937_64& random) {
  const std::vector<T> terms = some_terms<T>(random);
  const ProductBounds::Range range = bounds_of(terms);
  for (int i = 0; i < 5; ++i) {
    const float own = product_in_some_order<T, T>(random, terms);
    const float wide = product_in_some_order<T, float>(random, terms);
    RC_LOG() << own << " and " << wide << " in " << range.low << " .. " << range.high;
    RC_ASSERT(permitted(range, own));
    RC_ASSERT(permitted(range, wide));
  }
}

TEST(ProductBounds, PermitEveryOrder) {
  EXPECT_TRUE(holds("FLOAT32", permits_every_order<float>));
  EXPECT_TRUE(holds("FLOAT16", permits_every_order<Eigen::half>));
}

TEST(ProductBounds, ArePointsWhereNothingIsRounded) {
  EXPECT_TRUE(holds("small whole numbers", [](std::mt19937_64& random) {
    std::vector<float> terms(1 + random() % 6);
    float product = 1;
    for (float& term : terms) product *= term = static_cast<float>(pick(random, -12, 12));
    const ProductBounds::Range range = bounds_of(terms);
    RC_ASSERT(range.low == product && range.high == product && range.also == 0);
  }));
}

TEST(ProductBounds, RefuseWhatIsTooFarOff) {
  EXPECT_TRUE(holds("two units a term", [](std::mt19937_64& random) {
    std::vector<float> terms(2 + random() % 8);
    double product = 1;
    for (float& term : terms)
      product *= term = 0.75f + static_cast<float>(random() % 999983) / 1999993;
    const ProductBounds::Range range = bounds_of(terms);
    const double off = 4 * static_cast<double>(terms.size()) * 0x1p-24;
    RC_ASSERT(!permitted(range, static_cast<float>(product * (1 + off))));
    RC_ASSERT(!permitted(range, static_cast<float>(product * (1 - off))));
    RC_ASSERT(!permitted(range, -static_cast<float>(product)));
    RC_ASSERT(range.also == 0);
  }));
}

TEST(ProductBounds, TellWhatMeetsAZeroAnInfinityOrANaN) {
  EXPECT_EQ(bounds_of<float>({2, 0, INFINITY}).also, Also::kNan);
  EXPECT_EQ(bounds_of<float>({2, NAN}).also, Also::kNan);
  EXPECT_EQ(bounds_of<float>({-2, INFINITY}).also, Also::kMinusInfinity);
  EXPECT_EQ(bounds_of<float>({2, 0}).also, 0);
  EXPECT_EQ(bounds_of<float>({1e30f, 1e30f, 0}).also, Also::kNan);
  EXPECT_EQ(bounds_of<float>({1e30f, 1e30f}).also, Also::kPlusInfinity);
  EXPECT_GT(bounds_of<float>({1e30f, 1e30f}).low, bounds_of<float>({1e30f, 1e30f}).high);
  EXPECT_TRUE(permitted(bounds_of<float>({1e30f, 1e30f, 1e-30f}), 1e30f));
  EXPECT_TRUE(permitted(bounds_of<float>({1e30f, 1e30f, 1e-30f}), INFINITY));
}

TEST(ProductBounds, AreTheSameOfAllTermsAtOnceAsOfSingleTerms) {
  EXPECT_TRUE(holds("blocks of terms", [](std::mt19937_64& random) {
    const bool half = random() % 2;
    const int kind = static_cast<int>(random() % 4);
    std::vector<float> terms(random() % (random() % 8 ? 60 : 1500));
    for (float& x : terms) {
      const auto bits = static_cast<std::uint32_t>(random());
      // Any bits, small integers, values near 1, powers of two.
      x = kind == 0   ? std::bit_cast<float>(bits)
          : kind == 1 ? static_cast<float>(bits % 17) - 8
          : kind == 2 ? 0.5f + static_cast<float>(bits) * 0x1p-32f
                      : std::ldexp(1.f, static_cast<int>(bits % 20) - 10);
      if (half) x = static_cast<float>(Eigen::half(x));
    }
    ProductBounds single(half ? kFloat16 : kFloat32), all = single;
    for (const float x : terms) single.multiply(x);
    all.multiply_all(terms);
    const ProductBounds::Range a = single.range(), b = all.range();
    RC_ASSERT(a.also == b.also);
    // The product of doubles may be rounded otherwise.
    RC_ASSERT(std::abs(a.low - b.low) <= std::abs(a.low) * 0x1p-22f);
    RC_ASSERT(std::abs(a.high - b.high) <= std::abs(a.high) * 0x1p-22f);
  }));
}

}  // namespace
}  // namespace assay::ops
