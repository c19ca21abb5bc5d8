#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "ops/arithmetic/interval.h"
#include "ops/arithmetic/sum_model.h"

namespace assay::ops {

/// The set of FLOAT32 values that a sum of terms may come out as, whatever the order in which the
/// terms are added, and whether they are added one by one, in pairs, in vectors or in a tree, as
/// long as no term goes through more additions than the model says. Each addition rounds to
/// FLOAT32; sums that are rounded less often, or in a wider accumulator, lie in the set as well.
/// Where the model permits a FLOAT16 accumulator, so do sums whose additions round to FLOAT16.
///
/// A term is a value that is already a FLOAT32, or a product. A product may be rounded before it is
/// added, or be contracted with the addition (`fma`, `mad`, FP_CONTRACT). Where the kernel adds
/// `a * b`, the term must be given as a product, never as `times(a, b)`.
///
///   IntervalSum sum(Denormals::Kept);
///   for (...) sum.add_product(a[k], b[k]);
///   const Interval mean = quotient(sum.result(), Interval::of(n));
class IntervalSum {
 public:
  /// Starts with the sum of no terms, zero. Fewer than 2^22 terms may follow.
  explicit IntervalSum(const SumModel& model)
      : flush_(model.denormals == Denormals::MayBeFlushed),
        may_be_half_(model.may_be_half),
        smallest_normal_(model.smallest_normal),
        depth_(model.depth) {}
  explicit IntervalSum(Denormals denormals) : IntervalSum(SumModel{denormals}) {}

  /// Adds a term that has this value, or some value of this set.
  void add(float x);
  void add(const Interval& x);
  /// Adds a product of two values, which do not depend on each other where they are sets.
  void add_product(float a, float b);
  void add_product(const Interval& a, const Interval& b);
  /// Adds the square of one value.
  void add_square(float x) { add_product(x, x); }
  void add_square(const Interval& x);

  /// The same as to add each value, or the product of each pair, but faster where no denormals may
  /// be flushed. (Sums of doubles may be rounded otherwise, which the result allows for.) There are
  /// as many `b` as `a`.
  void add_all(std::span<const float> values);
  void add_products(std::span<const float> a, std::span<const float> b);
  void add_squares(std::span<const float> values) { add_products(values, values); }

  /// All that the sum may be.
  Interval result() const;

  /// The sum of the upper ends of all terms, in double precision, even where that of floats
  /// overflows. Where all terms are single values, this is the sum itself, off by less than 2^-28
  /// of the sum of the terms' magnitudes. NaN if some term is not finite for certain.
  double high() const {
    return never_finite_ ? std::numeric_limits<double>::quiet_NaN() : points_.sum() + high_.sum();
  }

 private:
  /// The finite values that a term has in reals, and what it may be beside them.
  struct Term {
    double low, high;
    bool has_finite;
    std::uint32_t flags;
  };
  /// Adds a single value that is not zero, and a multiple of `unit`.
  void add_point(double x, double unit);
  void add_term(const Term& term, bool is_product);
  void add_unusual_product(float a, float b);
  /// Adds a block of terms, which are numbers: one by one if some are unusual.
  template <class Scan, class UnitOf, class AddOne>
  void add_block(std::size_t count, const Scan& scan, const UnitOf& unit_of, const AddOne& add_one);
  void add_hulls(const Interval& a, const Interval& b);
  void add_special(std::uint32_t flags, bool may_be_finite);
  Interval finite_result() const;
  bool overflows(double most, int count) const;
  /// The relative error of a sum of so many terms.
  double relative_error(int count) const;
  double absolute_error() const;
  /// How many roundings a term of so many goes through at most.
  int roundings(int count) const { return std::min(count - 1, depth_) + (has_products_ ? 1 : 0); }
  bool is_exact() const { return unit_ > 0 && (!may_be_half_ || is_exact_in_half()); }
  bool is_exact_in_half() const;
  /// Whether the result is one that is rounded to FLOAT32 once.
  bool rounds_once() const { return roundings(count_) <= 1 && !flush_ && !may_be_half_; }

  /// The set, and zero where what is in it may be flushed.
  Interval kept(const Interval& x) const { return flush_ ? flushed(x, smallest_normal_) : x; }

  bool flush_;
  bool has_products_ = false;
  bool may_be_half_;
  float smallest_normal_;
  /// How many terms are not zero, how many may be positive, and how many may be negative.
  int count_ = 0, positives_ = 0, negatives_ = 0;
  /// The sum of the positive ones of some numbers, and of the negative ones' magnitudes.
  struct Sums {
    double positives = 0, negatives = 0;
    void add(double x) {
      positives += std::max(x, 0.0);
      negatives += std::max(-x, 0.0);
    }
    double sum() const { return positives - negatives; }
    double magnitudes() const { return positives + negatives; }
  };
  /// Of the terms that are single values, and of the ends of the others.
  Sums points_, low_, high_;
  /// A power of two of which all terms are multiples; 0 if none is known, or sums may be rounded.
  double unit_ = std::numeric_limits<double>::infinity();
  /// Which special values some term may have, and which some term has for certain.
  std::uint32_t may_ = 0, must_ = 0;
  /// Whether some term is not finite for certain.
  bool never_finite_ = false;
  int depth_;

  /// Forgets the unit if sums may be rounded.
  void check_unit() {
    const double most = std::max(points_.positives, points_.negatives);
    if (most > unit_ * 0x1p24 || unit_ < (flush_ ? smallest_normal_ : 0x1p-149f)) unit_ = 0;
  }
};

/// The weight of the lowest bit that is set in a float that is finite and not zero.
inline double weight_of_lowest_bit(float x) {
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x));
  const std::uint64_t significand = (bits & 0x000f'ffff'ffff'ffffu) | 0x0010'0000'0000'0000u;
  const std::uint64_t exponent =
      (bits >> 52 & 0x7ff) - 52 + static_cast<std::uint64_t>(std::countr_zero(significand));
  return std::bit_cast<double>(exponent << 52);
}

inline void IntervalSum::add_point(double x, double unit) {
  ++count_;
  positives_ += x > 0;
  negatives_ += x < 0;
  points_.add(x);
  if (unit_ == 0) return;
  unit_ = std::min(unit_, unit);
  check_unit();
}

inline void IntervalSum::add(float x) {
  if (x == 0) return;
  if (!std::isfinite(x)) return add_special(Interval::of(x).flags, false);
  add_point(x, unit_ == 0 ? 0 : weight_of_lowest_bit(x));
}

inline void IntervalSum::add_product(float a, float b) {
  // The product is exact, and it is zero only if an operand is.
  const double x = static_cast<double>(a) * static_cast<double>(b);
  if (flush_ || !(std::abs(x) <= std::numeric_limits<double>::max()))
    return add_unusual_product(a, b);
  if (x == 0) return;
  has_products_ = true;
  add_point(x, unit_ == 0 ? 0 : weight_of_lowest_bit(a) * weight_of_lowest_bit(b));
}

}  // namespace assay::ops
