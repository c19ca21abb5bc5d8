#pragma once

#include <cmath>

#include "ops/arithmetic/interval.h"
#include "ops/float_format.h"

namespace assay::ops {

/// The FLOAT16 nearest to x, ties to even, as vstore_half rounds. It is infinite where x is too
/// large, and keeps the sign of x where it is zero.
inline float to_half(double x) {
  const bool overflows = std::abs(x) >= kFloat16.overflow;
  return std::copysign(overflows ? INFINITY : kFloat16.round(x), static_cast<float>(x));
}

/// What the values of a set are as FLOAT16.
inline Interval rounded_to_half(const Interval& x) {
  Interval all;
  if (x.has_finite()) all = Interval::from_to(to_half(x.low), to_half(x.high));
  all.flags |= x.flags;
  return all;
}

}  // namespace assay::ops
