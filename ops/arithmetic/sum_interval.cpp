// Let real numbers t be added in any order, so that each goes through at most k roundings to
// nearest, with unit roundoff u = 2^-24. The result is Σ t·(1 + d), where each d is a product of k
// factors within 1 ± u, less 1: |d| <= k·u / (1 - k·u). Of n terms, k is n - 1, or the depth that
// is known of the sum, whichever is less; products are rounded once more, or their addition is
// rounded alone. A product that underflows is off by 2^-150; sums do not underflow. For terms in
// [low, high], t - d·|t| grows with t, so the terms' ends give the sum's. A computed sum is a float
// within these ends, so they are rounded inwards. Where one operation rounds at all, they are
// rounded to nearest, and nothing else is permitted.
//
// If all terms are multiples of a power of two q, and neither the positive ones nor the negative
// ones sum up to more than 2^24·q, every partial sum is a float, and nothing is rounded.
//
// Rounding is monotone, so no partial sum is above that of the positive terms alone. If that may
// overflow, the result may be +inf, and so with the negative terms and -inf; if both may, NaN.
//
// A device that flushes denormals changes a term, a product and a sum by less than 2^-126 each;
// with halves, by less than 2^-14, and roundings that follow may make this greater.
//
// A FLOAT16 accumulator has u = 2^-11, products that are off by 2^-25 where they underflow, and
// overflows from 65520 on. All that wider accumulators give lies within its bounds. k·u may be
// large, so (1 + u)^k - 1 is bounded by e^(k·u) - 1, and by (n - 1)·u, which holds in any order
// (Jeannerod and Rump, 2013).
#include "ops/arithmetic/sum_interval.h"

#include "ops/arithmetic/ulp_bounds.h"

namespace assay::ops {
namespace {

constexpr double kUnitRoundoff = 0x1p-24, kHalfUnitRoundoff = 0x1p-11;
/// The smallest magnitude that rounds to infinity.
constexpr double kOverflowsFloat = 0x1.ffffffp127, kOverflowsHalf = 65520;
/// Sums of doubles in this file are off by at most this times the number of terms and the sum of
/// their magnitudes.
constexpr double kDoubleSlack = 0x1p-52;

/// The finite values of a set, zero included; none if low > high.
struct Hull {
  double low, high;
  bool empty() const { return low > high; }
};
Hull hull_of(const Interval& x) {
  Hull h{x.low, x.high};
  if (x.flags & Interval::kZeros) h = {std::min(h.low, 0.0), std::max(h.high, 0.0)};
  return h;
}

constexpr std::uint32_t kNotFinite = Interval::kNan | Interval::kInfinities;

/// The relative error of so many roundings to FLOAT16.
[[gnu::noinline]] double growth_in_half(int roundings) {
  return std::expm1(std::min(roundings * kHalfUnitRoundoff, 64.0)) * (1 + 0x1p-40);
}

}  // namespace

void IntervalSum::add_special(std::uint32_t flags, bool may_be_finite) {
  may_ |= flags;
  if (may_be_finite) return;
  never_finite_ = true;
  if (std::has_single_bit(flags)) must_ |= flags;
}

void IntervalSum::add_term(const Term& term, bool is_product) {
  if (term.flags) add_special(term.flags, term.has_finite);
  if (!term.has_finite || (term.low == 0 && term.high == 0)) return;
  has_products_ |= is_product;
  ++count_;
  positives_ += term.high > 0;
  negatives_ += term.low < 0;
  low_.add(term.low);
  high_.add(term.high);
  unit_ = 0;
}

void IntervalSum::add(const Interval& x) {
  if (x.has_finite() && x.is_point()) return add(x.low);
  const Hull h = hull_of(x);
  add_term({h.low, h.high, !h.empty(), x.flags & kNotFinite}, false);
}

void IntervalSum::add_unusual_product(float a, float b) {
  const auto is_usual = [this](float x) {
    return std::isfinite(x) && !(std::abs(x) < smallest_normal_);
  };
  if (is_usual(a) && is_usual(b)) {
    has_products_ = true;
    return add_point(static_cast<double>(a) * static_cast<double>(b),
                     weight_of_lowest_bit(a) * weight_of_lowest_bit(b));
  }
  add_hulls(kept(Interval::of(a)), kept(Interval::of(b)));
}

void IntervalSum::add_product(const Interval& a, const Interval& b) {
  if (a.has_finite() && a.is_point() && b.has_finite() && b.is_point())
    return add_product(a.low, b.low);
  add_hulls(kept(a), kept(b));
}

void IntervalSum::add_hulls(const Interval& a, const Interval& b) {
  const Hull x = hull_of(a), y = hull_of(b);
  const std::uint32_t flags = times(a, b).flags & kNotFinite;
  const bool has_finite = !x.empty() && !y.empty();
  if (!has_finite) return add_term({0, 0, false, flags}, true);
  const auto [low, high] =
      std::minmax({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
  add_term({low, high, true, flags}, true);
}

void IntervalSum::add_square(const Interval& x) {
  if (x.has_finite() && x.is_point()) return add_square(x.low);
  const Hull h = hull_of(magnitude(kept(x)));
  std::uint32_t flags = x.flags & Interval::kNan;
  if (x.flags & Interval::kInfinities || (!h.empty() && h.high * h.high >= kOverflowsFloat))
    flags |= Interval::kPlusInfinity;
  if (h.empty()) return add_term({0, 0, false, flags}, true);
  add_term({h.low * h.low, h.high * h.high, true, flags}, true);
}

/// The terms and the products' factors are FLOAT16 values, or values that were rounded.
bool IntervalSum::is_exact_in_half() const {
  const double most = std::max(points_.positives, points_.negatives);
  return most <= unit_ * 0x1p11 && unit_ >= 0x1p-24 && most < kOverflowsHalf;
}

double IntervalSum::relative_error(int count) const {
  if (may_be_half_) return growth_in_half(roundings(count)) + count * kDoubleSlack;
  const double k = roundings(count) * kUnitRoundoff;
  return k * (1 + 2 * k) + count * kDoubleSlack;
}

double IntervalSum::absolute_error() const {
  const double of_product = may_be_half_ ? 0x1p-24 : 0x1p-149;
  const double of_flushing = flush_ ? 4.0 * smallest_normal_ : 0;
  const double grown = may_be_half_ && flush_ ? 1 + relative_error(count_) : 1;
  return count_ * ((has_products_ ? of_product : 0) + of_flushing * grown);
}

/// Whether terms of one sign, with this sum of magnitudes, may overflow.
bool IntervalSum::overflows(double most, int count) const {
  const double least = may_be_half_ ? kOverflowsHalf : kOverflowsFloat;
  if (is_exact() || (roundings(count) <= 1 && !may_be_half_)) return most >= least;
  return most * (1 + relative_error(count)) >= least;
}

Interval IntervalSum::finite_result() const {
  double low = points_.sum() + low_.sum(), high = this->high();
  const bool to_nearest = is_exact() || rounds_once();
  if (!to_nearest) {
    const double error = relative_error(count_), points = points_.magnitudes();
    low -= (points + low_.magnitudes()) * error + absolute_error();
    high += (points + high_.magnitudes()) * error + absolute_error();
  }
  const float from = to_nearest ? static_cast<float>(low) : float_above(low);
  const float to = to_nearest ? static_cast<float>(high) : -float_above(-high);
  // What is beyond the largest float has overflowed.
  if (from > to || from == std::numeric_limits<float>::infinity() ||
      to == -std::numeric_limits<float>::infinity())
    return {};
  Interval all = Interval::from_to(from, to);
  all.flags &= Interval::kZeros;
  if (from <= 0 && to >= 0) all.flags |= Interval::kZeros;
  return kept(all);
}

Interval IntervalSum::result() const {
  constexpr std::uint32_t kPlus = Interval::kPlusInfinity, kMinus = Interval::kMinusInfinity;
  if (must_ & Interval::kNan || (must_ & Interval::kInfinities) == Interval::kInfinities)
    return Interval::nan();
  const bool plus = may_ & kPlus || overflows(points_.positives + high_.positives, positives_);
  const bool minus = may_ & kMinus || overflows(points_.negatives + low_.negatives, negatives_);
  Interval all;
  if (!never_finite_) all = finite_result();
  if (may_ & Interval::kNan || (plus && minus)) all.flags |= Interval::kNan;
  if (plus && !(must_ & kMinus)) all.flags |= kPlus;
  if (minus && !(must_ & kPlus)) all.flags |= kMinus;
  return all;
}

}  // namespace assay::ops
