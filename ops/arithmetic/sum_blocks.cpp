// Many terms of a sum at once. Lanes hold what some of the terms come to, so that a processor adds
// several at a time, and branches depend on no term. Whether no sum is rounded follows from the sum
// of magnitudes: it says of which power of two all terms must be multiples.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "ops/arithmetic/sum_interval.h"
#include "ops/arithmetic/with_avx2.h"

namespace assay::ops {
namespace {

constexpr std::size_t kLanes = 8;

/// What terms come to. (It has no initializers, since Clang 19 leaves out the constructor that
/// functions with clones for several targets need.)
struct Scanned {
  double positives, negatives;
  /// How many are positive, and how many are negative.
  double positive, negative;
  /// Zero, or NaN where some term is not finite.
  double strange;
};

/// Calls use(x) with kLanes terms at a time; zeros stand behind the last one.
template <class Term, class Use>
[[gnu::always_inline]] inline void each_lanes(std::size_t count, const Term& term, const Use& use) {
  std::size_t k = 0;
  double x[kLanes];
  for (; k + kLanes <= count; k += kLanes) {
    for (std::size_t i = 0; i < kLanes; ++i) x[i] = term(k + i);
    if (!use(x)) return;
  }
  if (k == count) return;
  for (std::size_t i = 0; i < kLanes; ++i) x[i] = k + i < count ? term(k + i) : 0;
  use(x);
}

template <class Term>
[[gnu::always_inline]] inline Scanned scanned(std::size_t count, const Term& term) {
  double positives[kLanes] = {}, negatives[kLanes] = {}, positive[kLanes] = {},
         negative[kLanes] = {}, strange[kLanes] = {};
  each_lanes(count, term, [&](const double* x) {
    for (std::size_t i = 0; i < kLanes; ++i) positives[i] += x[i] > 0 ? x[i] : 0.0;
    for (std::size_t i = 0; i < kLanes; ++i) negatives[i] += x[i] < 0 ? -x[i] : 0.0;
    for (std::size_t i = 0; i < kLanes; ++i) positive[i] += x[i] > 0 ? 1.0 : 0.0;
    for (std::size_t i = 0; i < kLanes; ++i) negative[i] += x[i] < 0 ? 1.0 : 0.0;
    for (std::size_t i = 0; i < kLanes; ++i) strange[i] += x[i] - x[i];
    return true;
  });
  Scanned all{};
  for (std::size_t i = 0; i < kLanes; ++i) {
    all.positives += positives[i];
    all.negatives += negatives[i];
    all.positive += positive[i];
    all.negative += negative[i];
    all.strange += strange[i];
  }
  return all;
}

/// A power of two of which all terms are multiples, which are less than 2^25 times `unit` in
/// magnitude; 0 if they are no multiples of `unit`.
template <class Term>
double common_unit(std::size_t count, const Term& term, double unit) {
  const double per_unit = 1 / unit;
  std::uint32_t bits = 0;
  double rest = 0;
  each_lanes(count, term, [&](const double* x) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const double units = std::abs(x[i]) * per_unit;
      const auto whole = static_cast<std::uint32_t>(units);
      bits |= whole;
      rest += units - whole;
    }
    return rest == 0;
  });
  if (rest != 0) return 0;
  return bits == 0 ? HUGE_VAL : unit * static_cast<double>(bits & -bits);
}

struct ValueTerms {
  const float* x;
  double operator()(std::size_t i) const { return x[i]; }
};
struct ProductTerms {
  const float *a, *b;
  double operator()(std::size_t i) const {
    return static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
};

ASSAY_WITH_AVX2 Scanned scan_values(const float* x, std::size_t count) {
  return scanned(count, ValueTerms{x});
}
ASSAY_WITH_AVX2 Scanned scan_products(const float* a, const float* b, std::size_t count) {
  return scanned(count, ProductTerms{a, b});
}

}  // namespace

template <class Scan, class UnitOf, class AddOne>
void IntervalSum::add_block(std::size_t count, const Scan& scan, const UnitOf& unit_of,
                            const AddOne& add_one) {
  Scanned all{};
  if (flush_ || (all = scan()).strange != 0) {
    for (std::size_t i = 0; i < count; ++i) add_one(i);
    return;
  }
  points_.positives += all.positives;
  points_.negatives += all.negatives;
  positives_ += static_cast<int>(all.positive);
  negatives_ += static_cast<int>(all.negative);
  count_ += static_cast<int>(all.positive + all.negative);
  const double most = std::max(points_.positives, points_.negatives);
  if (unit_ == 0 || most == 0) return;
  int exponent = 0;
  const bool is_power = std::frexp(most, &exponent) == 0.5;
  unit_ = std::min(unit_, unit_of(std::ldexp(1, exponent - is_power - 24)));
  check_unit();
}

void IntervalSum::add_all(std::span<const float> values) {
  add_block(
      values.size(), [&] { return scan_values(values.data(), values.size()); },
      [&](double unit) { return common_unit(values.size(), ValueTerms{values.data()}, unit); },
      [&](std::size_t i) { add(values[i]); });
}

void IntervalSum::add_products(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size());
  const int before = count_;
  add_block(
      a.size(), [&] { return scan_products(a.data(), b.data(), a.size()); },
      [&](double unit) { return common_unit(a.size(), ProductTerms{a.data(), b.data()}, unit); },
      [&](std::size_t i) { add_product(a[i], b[i]); });
  has_products_ |= count_ > before;
}

}  // namespace assay::ops
