#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ops/float_format.h"

namespace assay::ops {

/// What sums of floats may come out as, whatever the order of summation, in an accumulator of the
/// terms' own format or any wider one. Several sums of equally many terms run side by side.
class SumBounds {
 public:
  static constexpr std::size_t kMaxLanes = 64;

  /// `flush`: denormal terms and sums may become zero.
  SumBounds(const FloatFormat& format, bool flush, std::size_t lanes);

  /// Adds one term to each lane; the terms are values of the format.
  void add(std::span<const double> terms);

  /// For each lane: the finite values low..high, none where low > high, and in `also` the
  /// PermittedTensor::Also that are permitted beside them.
  void write(double* low, double* high, std::uint8_t* also) const;

 private:
  struct Growth;
  void add_special(std::size_t lane, double term);
  void write_special(std::size_t lane, const Growth& growth, double bound, double& low,
                     double& high, std::uint8_t& also) const;

  FloatFormat format_;
  bool flush_;
  std::size_t lanes_;
  /// Sums of the positive finite terms and of the negative ones' magnitudes, and how many they are.
  std::array<double, kMaxLanes> positives_, negatives_, positive_terms_, negative_terms_;
  /// The largest magnitude up to which every partial sum is exact.
  std::array<double, kMaxLanes> exact_up_to_;
  /// Which of NaN and the infinities were among the terms.
  std::array<std::uint8_t, kMaxLanes> seen_;
};

}  // namespace assay::ops
