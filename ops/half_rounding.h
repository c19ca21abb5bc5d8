#pragma once

#include <cmath>

#include "ops/arithmetic/interval.h"
#include "ops/float_format.h"

namespace assay::ops {

/// The FLOAT16 nearest to x, ties to even, as vstore_half rounds. It is infinite where x is too
/// large.
inline float to_half(double x) {
  return std::abs(x) >= kFloat16.overflow ? static_cast<float>(std::copysign(INFINITY, x))
                                          : kFloat16.round(x);
}

/// What the values of a set are as FLOAT16.
inline Interval rounded_to_half(const Interval& x) {
  Interval all;
  if (x.has_finite()) all = Interval::from_to(to_half(x.low), to_half(x.high));
  all.flags |= x.flags;
  return all;
}

}  // namespace assay::ops
