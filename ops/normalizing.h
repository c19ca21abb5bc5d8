#pragma once

#include <cmath>

#include "ops/arithmetic/builtins.h"
#include "ops/half_interval.h"

namespace assay::ops {

/// Scale * ((x - mean) / sqrt(variance + Epsilon)) + Bias, over intervals. Each step is rounded, or
/// within its limit; the product and Bias may be contracted.
class Normalizing {
 public:
  explicit Normalizing(const SumModel& model) : model_(model) {}

  Interval deviation(const Interval& variance, float epsilon) const {
    static const Builtin& sqrt = *builtin_named("sqrt");
    return kept(evaluate(sqrt, kept(plus(kept(variance), kept(Interval::of(epsilon))))));
  }
  Interval distance(const Interval& x, const Interval& mean) const {
    return kept(minus(kept(x), kept(mean)));
  }
  Interval divided(const Interval& distance, const Interval& deviation) const {
    return kept(quotient(distance, deviation));
  }
  Interval scaled(const Interval& normalized, float scale, float bias) const {
    const Interval s = kept(Interval::of(scale)), b = kept(Interval::of(bias));
    Interval all = plus(kept(times(s, normalized)), b);
    all.add(fused(s, normalized, b));
    return kept(all);
  }
  Interval kept(const Interval& x) const { return ops::kept(x, model_); }

  /// The same in double precision, in which nothing overflows on the way; NaN if it has no result.
  static RealRange in_doubles(double x, double mean, double variance, double epsilon, double scale,
                              double bias) {
    const double product = scale * ((x - mean) / std::sqrt(variance + epsilon));
    const double exact = product + bias;
    const double error = (std::abs(product) + std::abs(bias)) * kSlackOfDoubles;
    return std::isfinite(exact) ? RealRange{exact - error, exact + error} : RealRange{exact, exact};
  }

 private:
  SumModel model_;
};

}  // namespace assay::ops
