#pragma once

#include <cstdint>
#include <span>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/interval.h"
#include "ops/permitted.h"

namespace assay::ops {

/// Bounds of the results that a product of floats may have, whatever the order of multiplication,
/// in an accumulator of the terms' own format or any wider one.
class ProductBounds {
 public:
  /// Starts with the product of no terms, 1. Denormal terms and products may become zero.
  explicit ProductBounds(const FloatFormat& format) : format_(format) {}

  /// Multiplies by one term, a value of the format.
  void multiply(double term);
  /// Multiplies by all of these, but faster.
  void multiply_all(std::span<const float> terms);

  /// The permitted finite values low..high (none if low > high), and the PermittedTensor::Also that
  /// are permitted beside them.
  struct Range {
    float low, high;
    std::uint8_t also;
    /// The same as a set.
    Interval set() const;
  };
  Range range() const;

 private:
  void take(double term);
  /// Multiplies the magnitude by fraction · 2^exponent, where the fraction is in 0.5 .. 1.
  void scale(double fraction, std::int64_t exponent);
  /// Whether the product of some of the terms has more bits than the format.
  bool is_rounded() const {
    return odd_ >= static_cast<double>(std::uint64_t{1} << format_.precision);
  }
  /// Whether a product of some of the terms may leave the format's finite or its normal numbers.
  bool overflows() const;
  bool underflows() const;
  std::int64_t drift() const;
  Range zero() const;
  Range finite() const;

  FloatFormat format_;
  bool nan_ = false, infinity_ = false, zero_ = false, negative_ = false;
  /// The number of finite terms that are not zero, and the magnitude of their product:
  /// significand_ · 2^exponent_.
  std::uint64_t terms_ = 0;
  double significand_ = 1;
  std::int64_t exponent_ = 0;
  /// The product of the odd parts of their significands, until it has more bits than the format. No
  /// product of some of the terms is rounded while it fits.
  double odd_ = 1;
  /// Bounds of the exponents of all products of some of the terms: 2^lowest_ <= |p| < 2^highest_.
  std::int64_t lowest_ = 0, highest_ = 0;
};

}  // namespace assay::ops
