#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace assay::ops {

/// How an operator's arithmetic treats denormals.
enum class Denormals : std::uint8_t { Kept, MayBeFlushed };

/// A set of FLOAT32 values: the nonzero finite ones in low..high (none if low > high), and the
/// special values whose flags are set. It holds all that an expression may evaluate to.
struct Interval {
  enum Flag : std::uint32_t {
    kNan = 1,
    kPlusInfinity = 2,
    kMinusInfinity = 4,
    kPlusZero = 8,
    kMinusZero = 16,
    kInfinities = kPlusInfinity | kMinusInfinity,
    kZeros = kPlusZero | kMinusZero
  };
  float low = std::numeric_limits<float>::infinity();
  float high = -std::numeric_limits<float>::infinity();
  /// As wide as the ends, so that a set is passed in registers.
  std::uint32_t flags = 0;

  static constexpr float kLargest = std::numeric_limits<float>::max();

  /// Only this value, which may be special.
  static Interval of(float value) {
    return value != 0 && std::abs(value) <= kLargest ? Interval{value, value, 0}
                                                     : of_special(value);
  }
  /// All from `low` to `high`, which may be infinite and are no NaNs. Zeros at an end have the
  /// sign that they are given with; zeros between the ends have both signs.
  static Interval from_to(float low, float high) {
    const bool has_one_sign = low > 0 || high < 0;
    return has_one_sign && low <= high && low >= -kLargest && high <= kLargest
               ? Interval{low, high, 0}
               : across_specials(low, high);
  }
  static Interval nan() { return Interval{.flags = kNan}; }
  /// Every value, NaN included.
  static Interval everything();

  bool has_finite() const { return low <= high; }
  /// Whether the set has one value.
  bool is_point() const;
  bool contains(float value) const;
  /// Adds what the other set holds.
  void add(const Interval& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    flags |= other.flags;
  }

  friend bool operator==(const Interval&, const Interval&) = default;

 private:
  static Interval of_special(float value);
  static Interval across_specials(float low, float high);
};

/// A part of a set: one special value (low = high), or finite values of one sign.
struct Piece {
  float low, high;

  bool is_point() const { return low == high; }
  bool is_nan() const { return low != low; }
};

/// Calls `see` with the parts of a set.
template <class See>
void each_piece(const Interval& x, const See& see) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  if (x.has_finite()) {
    if (x.low < 0) see(Piece{x.low, x.high < 0 ? x.high : -kLeast});
    if (x.high > 0) see(Piece{x.low > 0 ? x.low : kLeast, x.high});
  }
  if (x.flags == 0) return;
  if (x.flags & Interval::kNan) see(Piece{kNan, kNan});
  if (x.flags & Interval::kPlusInfinity) see(Piece{kInfinity, kInfinity});
  if (x.flags & Interval::kMinusInfinity) see(Piece{-kInfinity, -kInfinity});
  if (x.flags & Interval::kPlusZero) see(Piece{0.f, 0.f});
  if (x.flags & Interval::kMinusZero) see(Piece{-0.f, -0.f});
}

/// The operations that IEEE 754 rounds correctly, to nearest. Each result holds what the operation
/// gives for any values of its operands.
Interval plus(const Interval& a, const Interval& b);
Interval minus(const Interval& a, const Interval& b);
Interval times(const Interval& a, const Interval& b);
/// a * b + c, rounded once.
Interval fused(const Interval& a, const Interval& b, const Interval& c);

Interval negated(const Interval& x);
Interval magnitude(const Interval& x);

/// OpenCL's fmax and fmin. Where one operand is NaN, the result may be the other operand or NaN: a
/// signalling NaN gives either. Of two zeros, either may come.
Interval maximum(const Interval& a, const Interval& b);
Interval minimum(const Interval& a, const Interval& b);

/// OpenCL's fmod, which is exact.
Interval remainder(const Interval& a, const Interval& b);

/// A function from floats to floats that never falls and is evaluated exactly, such as floor.
Interval mapped(float (*function)(float), const Interval& x);

/// Adds zeros of both signs if the set holds a denormal, or a value that may have been one before
/// it was rounded. Devices without CL_FP_DENORM may flush these. `smallest` is the smallest normal
/// value of the type.
Interval flushed(const Interval& x, float smallest = std::numeric_limits<float>::min());

/// Which outcomes a condition may have.
struct Truth {
  bool may_hold = false, may_fail = false;

  friend bool operator==(const Truth&, const Truth&) = default;
};
Truth operator!(Truth t);
Truth operator&(Truth a, Truth b);
Truth operator|(Truth a, Truth b);

/// Comparisons; NaN is less than, greater than and equal to nothing.
Truth is_less(const Interval& a, const Interval& b);
Truth is_less_or_equal(const Interval& a, const Interval& b);
Truth is_equal(const Interval& a, const Interval& b);
Truth is_nan(const Interval& x);
Truth is_infinite(const Interval& x);

/// 1 where the condition holds, 0 where it fails.
Interval as_number(Truth t);
/// `yes` where the condition may hold, and `no` where it may fail.
Interval chosen(Truth t, const Interval& yes, const Interval& no);

}  // namespace assay::ops
