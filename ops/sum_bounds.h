#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ops/float_format.h"

namespace assay::ops {

/// Bounds of the results that sums of floats may have, whatever the order of summation, in an
/// accumulator of the terms' own format or any wider one. Several sums are kept side by side, each
/// in a lane.
class SumBounds {
 public:
  static constexpr std::size_t kMaxLanes = 64;

  /// Starts each lane with the sum of no terms. If `flush`, denormal terms and sums may become
  /// zero.
  SumBounds(const FloatFormat& format, bool flush, std::size_t lanes);

  /// Adds one term to each lane. Terms are values of the format; each lane takes fewer than 2^32.
  void add(std::span<const double> terms);

  /// Continues the sum of the last lane: lane i becomes that sum with the terms 0..i added. There
  /// are then as many lanes as terms, at least one.
  void run(std::span<const double> terms);

  /// Writes for each lane the keys of the permitted finite values low..high (none if low > high),
  /// and in `also` the PermittedTensor::Also that are permitted beside them.
  void write(std::int32_t* low, std::int32_t* high, std::uint8_t* also) const;

 private:
  using Lanes = std::array<double, kMaxLanes>;
  /// The number of positive terms in the lower half, of negative terms in the upper half.
  using Counts = std::uint64_t;
  /// The sums of the positive finite terms and of the negative ones' magnitudes, and the numbers of
  /// both.
  struct Sums {
    Lanes positives, negatives;
    std::array<Counts, kMaxLanes> terms;
  };
  template <bool IsFloat>
  void write_with(std::int32_t* low, std::int32_t* high, std::uint8_t* also) const;
  struct Growth;
  struct Reach;
  bool split(std::span<const double> terms, Sums& shares) const;
  double exact_with(double term, std::size_t lane, double exact_up_to) const;
  std::uint8_t special(double term) const;
  Reach reach(std::size_t lane, const Growth& growth) const;
  void write_special(std::size_t lane, const Growth& growth, const Reach& reach, std::int32_t& low,
                     std::int32_t& high, std::uint8_t& also) const;

  FloatFormat format_;
  bool flush_;
  std::size_t lanes_;
  Sums sums_;
  /// The largest magnitude up to which every partial sum is exact; negative if a sum is not exact.
  Lanes exact_up_to_;
  /// Which of NaN and the infinities were among the terms of each lane.
  std::array<std::uint8_t, kMaxLanes> seen_;
  /// Whether any entry of seen_ is not zero.
  bool seen_any_ = false;
};

}  // namespace assay::ops
