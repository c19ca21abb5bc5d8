#pragma once

#include <cmath>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/interval.h"
#include "ops/float_format.h"
#include "ops/permitted.h"

namespace assay::ops {

/// Writes sets of FLOAT32 values as what the positions of an output permit, a FLOAT32 or a FLOAT16;
/// for a FLOAT16 they are rounded once more, as vstore_half does.
class IntervalWriter {
 public:
  explicit IntervalWriter(PermittedTensor& output) : output_(output) {
    output.low.resize(output.size());
    output.high.resize(output.size());
    output.also.resize(output.size());
  }

  /// Writes what position i permits. `exact`, correctly rounded, is permitted as well, unless it is
  /// NaN.
  void write(std::uint64_t i, const Interval& x, double exact = NAN) {
    const bool half = output_.type == DataType::FLOAT16;
    Interval set = half ? rounded_to_half(x) : x;
    if (!std::isnan(exact))
      set.add(Interval::of(half ? to_half(exact) : static_cast<float>(exact)));
    std::uint8_t also = 0;
    if (set.flags & Interval::kNan) also |= PermittedTensor::kNan;
    if (set.flags & Interval::kPlusInfinity) also |= PermittedTensor::kPlusInfinity;
    if (set.flags & Interval::kMinusInfinity) also |= PermittedTensor::kMinusInfinity;
    if (set.flags & Interval::kZeros) also |= PermittedTensor::kZero;
    std::int32_t low = 1, high = 0;
    if (set.has_finite()) {
      low = half ? half_key_of(set.low) : key_of(set.low);
      high = half ? half_key_of(set.high) : key_of(set.high);
    } else if (also & PermittedTensor::kZero) {
      low = high = 0;
    }
    output_.low[i] = low;
    output_.high[i] = high;
    output_.also[i] = also;
  }

 private:
  static float to_half(double x) {
    return std::abs(x) >= kFloat16.overflow ? static_cast<float>(std::copysign(INFINITY, x))
                                            : kFloat16.round(x);
  }
  static Interval rounded_to_half(const Interval& x) {
    Interval all;
    if (x.has_finite()) all = Interval::from_to(to_half(x.low), to_half(x.high));
    all.flags |= x.flags;
    return all;
  }

  PermittedTensor& output_;
};

}  // namespace assay::ops
