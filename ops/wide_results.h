#pragma once

#include <cmath>

#include "ops/arithmetic/interval.h"
#include "ops/arithmetic/ulp_bounds.h"

/// What arithmetic gives that is wider than FLOAT32: kernels that compute with doubles, and
/// backends with a wider accumulator. Their results are near the exact one also where FLOAT32
/// overflows, underflows or cancels on the way.
namespace assay::ops {

/// What built-in functions, products and short sums of doubles may be off by together, relative to
/// the result.
constexpr double kSlackOfDoubles = 0x1p-45;

/// What a few operations of FLOAT32 behind a wider accumulator may be off by together.
constexpr double kSlackBehindWideSum = 0x1p-19;

/// exact - error .. exact + error; `exact` alone if one of them is not finite.
inline RealRange within(double exact, double error) {
  if (!std::isfinite(exact) || !std::isfinite(error)) return {exact, exact};
  return {exact - error, exact + error};
}

/// What is off from `exact` by at most `slack` times itself.
inline RealRange off_by(double exact, double slack) {
  return within(exact, std::abs(exact) * slack);
}

/// Whether FLOAT32 cannot hold a sum of terms that are not negative, so that a wider accumulator
/// leads to other results. `sum` has what FLOAT32 gives, and `exact` is the exact sum. If the sum
/// underflows and something is added to it before it is used, pass that as `beside`: the sum may
/// not count then.
inline bool is_lost(const Interval& sum, double exact, double beside = 0) {
  if (sum.flags & Interval::kInfinities) return true;
  const bool is_held = exact == 0 || (sum.has_finite() && sum.low * (1 - 0x1p-23) <= exact &&
                                      exact <= sum.high * (1 + 0x1p-23));
  return !is_held && std::abs(beside) <= exact * 0x1p24;
}

}  // namespace assay::ops
