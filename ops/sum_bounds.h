#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ops/float_format.h"

namespace assay::ops {

/// What sums of floats may come out as, whatever the order of summation, in an accumulator of the
/// terms' own format or any wider one. Several sums lie side by side, each in a lane.
class SumBounds {
 public:
  static constexpr std::size_t kMaxLanes = 64;

  /// Sums of nothing. `flush`: denormal terms and sums may become zero.
  SumBounds(const FloatFormat& format, bool flush, std::size_t lanes);

  /// Adds a term to each lane; terms are values of the format, fewer than 2^32 in each.
  void add(std::span<const double> terms);

  /// Goes on with the sum in the last lane: lane i becomes what it is after term i, of as many as
  /// there will be lanes, at least one.
  void run(std::span<const double> terms);

  /// For each lane: the finite values low..high, none where low > high, and in `also` the
  /// PermittedTensor::Also that are permitted beside them.
  void write(float* low, float* high, std::uint8_t* also) const;

 private:
  using Lanes = std::array<double, kMaxLanes>;
  /// Of positive terms in the lower half, of negative ones in the upper.
  using Counts = std::uint64_t;
  /// Sums of the positive finite terms and of the negative ones' magnitudes, and how many they are.
  struct Sums {
    Lanes positives, negatives;
    std::array<Counts, kMaxLanes> terms;
  };
  template <bool IsFloat>
  void write_with(float* low, float* high, std::uint8_t* also) const;
  struct Growth;
  struct Reach;
  bool split(std::span<const double> terms, Sums& shares) const;
  double exact_with(double term, std::size_t lane, double exact_up_to) const;
  std::uint8_t special(double term) const;
  Reach reach(std::size_t lane, const Growth& growth) const;
  void write_special(std::size_t lane, const Growth& growth, const Reach& reach, float& low,
                     float& high, std::uint8_t& also) const;

  FloatFormat format_;
  bool flush_;
  std::size_t lanes_;
  Sums sums_;
  /// The largest magnitude up to which every partial sum is exact; negative where one is not.
  Lanes exact_up_to_;
  /// Which of NaN and the infinities were among the terms.
  std::array<std::uint8_t, kMaxLanes> seen_;
  /// Whether any lane's is not zero.
  bool seen_any_ = false;
};

}  // namespace assay::ops
