#pragma once

#include <cmath>

#include "ops/arithmetic/float_format.h"
#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/interval.h"

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

/// The values of a set that are FLOAT16.
inline Interval halves_of(const Interval& x) {
  Interval all{.flags = x.flags};
  if (!x.has_finite()) return all;
  const auto at_least = [](float low) {
    const float nearest = to_half(low);
    return nearest < low ? half_of_key(half_key_of(nearest) + 1) : nearest;
  };
  const float low = at_least(x.low), high = -at_least(-x.high);
  if (low <= high && std::isfinite(low) && std::isfinite(high))
    all.add(Interval::from_to(low, high));
  return all;
}

}  // namespace assay::ops
