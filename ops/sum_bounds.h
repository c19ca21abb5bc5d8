#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ops/arithmetic/float_format.h"
#include "ops/permitted.h"

namespace assay::ops {

/// How sums of elements are taken, and stored.
struct Summation {
  /// That of the accumulator, or of the narrowest one, and that of terms and results, which is no
  /// wider. Where they differ, a result is rounded once more.
  FloatFormat accumulator, stored;
  /// Whether denormals of the accumulator may become zero.
  bool flush = false;
  /// SumModel::depth.
  int depth = SumModel::kAnyOrder;

  /// How an answer of a floating type is summed.
  static Summation of(DataType type, const FloatModel& model);
};

/// Bounds of the results that sums of floats may have, whatever the order of summation up to a
/// depth, in the accumulator or any wider one. Several sums are kept side by side, each in a lane.
class SumBounds {
 public:
  static constexpr std::size_t kMaxLanes = 64;

  /// Starts each lane with the sum of no terms.
  SumBounds(const Summation& summation, std::size_t lanes);

  /// Adds one term to each lane. Terms are values of the stored format; each lane takes fewer than
  /// 2^32.
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
  /// write() where results are stored as FLOAT32 or not, and where a depth is known or not.
  template <bool IsFloat, bool HasDepth>
  void write_with(std::int32_t* low, std::int32_t* high, std::uint8_t* also) const;
  template <bool HasDepth>
  struct Growth;
  struct Reach;
  bool split(std::span<const double> terms, Sums& shares) const;
  double exact_with(double term, std::size_t lane, double exact_up_to) const;
  std::uint8_t special(double term) const;
  template <bool HasDepth>
  Reach reach(std::size_t lane, const Growth<HasDepth>& growth) const;
  template <bool HasDepth>
  void write_special(std::size_t lane, const Growth<HasDepth>& growth, const Reach& reach,
                     std::int32_t& low, std::int32_t& high, std::uint8_t& also) const;

  /// That of the accumulator, and that of the results.
  FloatFormat format_, stored_;
  bool flush_;
  int depth_;
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
