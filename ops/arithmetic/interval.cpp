// A set is cut into parts: special values, and ranges of one sign. An operation on ranges of one
// sign is monotone in each operand, so its results lie between those at the corners. Rounding is
// monotone, too, so the corners are computed as floats, by the operation itself.
#include "ops/arithmetic/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace assay::ops {
namespace {

constexpr float kLeast = std::numeric_limits<float>::denorm_min();

std::uint32_t zero_flag(float zero) {
  return std::signbit(zero) ? Interval::kMinusZero : Interval::kPlusZero;
}

/// The hull of results at the corners of a box. At all corners the result is NaN, or at none.
Interval hull(std::span<const float> corners) {
  float low = corners[0], high = corners[0];
  for (const float c : corners) {
    if (std::isnan(c)) return Interval::nan();
    low = std::min(low, c);
    high = std::max(high, c);
  }
  Interval all = Interval::from_to(low, high);
  if (low <= 0 && high >= 0)
    for (const float c : corners)
      if (c == 0) all.flags |= zero_flag(c);
  return all;
}

/// Whether a set has finite values of one sign, and no others: one piece.
bool has_one_range(const Interval& x) {
  return x.flags == 0 && x.has_finite() && (x.low > 0 || x.high < 0);
}

template <class Operation>
Interval combined(const Interval& a, const Interval& b, const Operation& of) {
  const auto of_box = [&of](float a_low, float a_high, float b_low, float b_high) {
    return hull(
        std::array{of(a_low, b_low), of(a_low, b_high), of(a_high, b_low), of(a_high, b_high)});
  };
  if (has_one_range(a) && has_one_range(b)) {
    if (a.low == a.high && b.low == b.high) return Interval::of(of(a.low, b.low));
    return of_box(a.low, a.high, b.low, b.high);
  }
  Interval all;
  each_piece(a, [&](const Piece& p) {
    each_piece(b, [&](const Piece& q) { all.add(of_box(p.low, p.high, q.low, q.high)); });
  });
  return all;
}

/// The least and the greatest value of a set, NaN aside. The set must hold a number.
struct Ends {
  float low, high;
};

Ends ends_of(const Interval& x) {
  Ends e{x.low, x.high};
  const auto add = [&e](float value) {
    e.low = std::min(e.low, value);
    e.high = std::max(e.high, value);
  };
  if (x.flags & Interval::kZeros) add(0);
  if (x.flags & Interval::kPlusInfinity) add(std::numeric_limits<float>::infinity());
  if (x.flags & Interval::kMinusInfinity) add(-std::numeric_limits<float>::infinity());
  return e;
}

bool has_number(const Interval& x) { return x.has_finite() || (x.flags & ~Interval::kNan); }

/// The values of a set that are at least `least`, and NaN if the set holds it.
Interval at_least(const Interval& x, float least) {
  Interval rest;
  each_piece(x, [&](const Piece& p) {
    if (p.high < least || p.is_nan()) return;
    if (p.is_point())
      rest.add(Interval::of(p.low));
    else
      rest.add(Interval::from_to(std::max(p.low, least), p.high));
  });
  return rest;
}

}  // namespace

Interval Interval::of_special(float value) {
  if (std::isnan(value)) return nan();
  if (value == 0) return Interval{.flags = zero_flag(value)};
  return Interval{.flags = value > 0 ? kPlusInfinity : kMinusInfinity};
}

Interval Interval::across_specials(float low, float high) {
  Interval all{std::max(low, -kLargest), std::min(high, kLargest), 0};
  if (low < -kLargest) all.flags |= kMinusInfinity;
  if (high > kLargest) all.flags |= kPlusInfinity;
  if (low < 0 && high > 0) all.flags |= kZeros;
  // An end that is zero is a flag; the nonzero values begin beside it.
  if (low == 0) all.flags |= zero_flag(low), all.low = kLeast;
  if (high == 0) all.flags |= zero_flag(high), all.high = -kLeast;
  if (all.low > all.high) all.low = Interval().low, all.high = Interval().high;
  return all;
}

Interval Interval::everything() { return {-kLargest, kLargest, kNan | kInfinities | kZeros}; }

bool Interval::is_point() const {
  const bool one_flag = flags != 0 && (flags & (flags - 1)) == 0;
  return has_finite() ? low == high && flags == 0 : one_flag;
}

bool Interval::contains(float value) const {
  const Interval point = of(value);
  return point.flags ? (flags & point.flags) != 0 : low <= value && value <= high;
}

Interval plus(const Interval& a, const Interval& b) {
  return combined(a, b, [](float x, float y) { return x + y; });
}

Interval minus(const Interval& a, const Interval& b) { return plus(a, negated(b)); }

Interval times(const Interval& a, const Interval& b) {
  return combined(a, b, [](float x, float y) { return x * y; });
}

Interval fused(const Interval& a, const Interval& b, const Interval& c) {
  Interval all;
  each_piece(a, [&](const Piece& p) {
    each_piece(b, [&](const Piece& q) {
      each_piece(c, [&](const Piece& r) {
        std::array<float, 8> corners;
        for (unsigned i = 0; i < 8; ++i)
          corners[i] =
              std::fma(i & 1 ? p.high : p.low, i & 2 ? q.high : q.low, i & 4 ? r.high : r.low);
        all.add(hull(corners));
      });
    });
  });
  return all;
}

Interval negated(const Interval& x) {
  if (x.flags == 0) return {-x.high, -x.low, 0};
  const auto swapped = [&](std::uint32_t one, std::uint32_t other) {
    return (x.flags & one ? other : 0) | (x.flags & other ? one : 0);
  };
  return {-x.high, -x.low,
          (x.flags & Interval::kNan) | swapped(Interval::kPlusInfinity, Interval::kMinusInfinity) |
              swapped(Interval::kPlusZero, Interval::kMinusZero)};
}

Interval magnitude(const Interval& x) {
  Interval all;
  each_piece(x, [&](const Piece& p) {
    all.add(p.is_nan()     ? Interval::nan()
            : p.is_point() ? Interval::of(std::abs(p.low))
            : p.low < 0    ? Interval{-p.high, -p.low, 0}
                           : Interval{p.low, p.high, 0});
  });
  return all;
}

Interval maximum(const Interval& a, const Interval& b) {
  if (a.flags == 0 && b.flags == 0 && a.has_finite() && b.has_finite())
    return {std::max(a.low, b.low), std::max(a.high, b.high), 0};
  if (!has_number(a) || !has_number(b)) {
    Interval all = a;
    all.add(b);
    return all;
  }
  const float least = std::max(ends_of(a).low, ends_of(b).low);
  Interval all = at_least(a, least);
  all.add(at_least(b, least));
  if (a.flags & Interval::kNan) all.add(b), all.flags |= Interval::kNan;
  if (b.flags & Interval::kNan) all.add(a), all.flags |= Interval::kNan;
  return all;
}

Interval minimum(const Interval& a, const Interval& b) {
  return negated(maximum(negated(a), negated(b)));
}

Interval remainder(const Interval& a, const Interval& b) {
  Interval all;
  each_piece(a, [&](const Piece& p) {
    each_piece(b, [&](const Piece& q) {
      const auto is_single = [](const Piece& x) { return x.is_point() || x.is_nan(); };
      if (is_single(p) && is_single(q)) {
        all.add(Interval::of(std::fmod(p.low, q.low)));
        return;
      }
      // The remainder has the dividend's sign, and is no larger than either operand.
      const float most = std::max(std::abs(p.low), std::abs(p.high));
      if (p.is_nan() || q.is_nan() || std::isinf(most) || q.low == 0) {
        all.flags |= Interval::kNan;
        return;
      }
      const float bound = std::min(most, std::max(std::abs(q.low), std::abs(q.high)));
      all.add(p.low < 0 ? Interval::from_to(-bound, -0.f) : Interval::from_to(0.f, bound));
    });
  });
  return all;
}

Interval mapped(float (*function)(float), const Interval& x) {
  Interval all;
  each_piece(x,
             [&](const Piece& p) { all.add(hull(std::array{function(p.low), function(p.high)})); });
  return all;
}

Interval flushed(const Interval& x, float smallest) {
  Interval all = x;
  if (x.has_finite() && x.low <= smallest && x.high >= -smallest) all.flags |= Interval::kZeros;
  return all;
}

Truth operator!(Truth t) { return {t.may_fail, t.may_hold}; }
Truth operator&(Truth a, Truth b) { return {a.may_hold && b.may_hold, a.may_fail || b.may_fail}; }
Truth operator|(Truth a, Truth b) { return !((!a) & (!b)); }

Truth is_less(const Interval& a, const Interval& b) {
  const bool nan = (a.flags | b.flags) & Interval::kNan;
  if (!has_number(a) || !has_number(b)) return {false, true};
  const Ends p = ends_of(a), q = ends_of(b);
  return {p.low < q.high, nan || p.high >= q.low};
}

Truth is_less_or_equal(const Interval& a, const Interval& b) {
  const bool nan = (a.flags | b.flags) & Interval::kNan;
  if (!has_number(a) || !has_number(b)) return {false, true};
  const Ends p = ends_of(a), q = ends_of(b);
  return {p.low <= q.high, nan || p.high > q.low};
}

Truth is_equal(const Interval& a, const Interval& b) {
  const Truth both = is_less_or_equal(a, b) & is_less_or_equal(b, a);
  return {both.may_hold, both.may_fail};
}

Truth is_nan(const Interval& x) { return {(x.flags & Interval::kNan) != 0, has_number(x)}; }

Truth is_infinite(const Interval& x) {
  return {(x.flags & Interval::kInfinities) != 0,
          x.has_finite() || (x.flags & ~Interval::kInfinities)};
}

Interval as_number(Truth t) { return chosen(t, Interval::of(1), Interval::of(0)); }

Interval chosen(Truth t, const Interval& yes, const Interval& no) {
  Interval all;
  if (t.may_hold) all.add(yes);
  if (t.may_fail) all.add(no);
  return all;
}

}  // namespace assay::ops
