#pragma once

#include <cmath>

#include "ops/arithmetic/float_steps.h"
#include "ops/wide_results.h"

namespace assay::ops {

/// Scale * ((x - mean) / sqrt(variance + Epsilon)) + Bias, over intervals. Each step is rounded, or
/// within its limit; the product and Bias may be contracted.
class Normalizing {
 public:
  explicit Normalizing(const SumModel& model) : steps_(model) {}

  Interval deviation(const Interval& variance, float epsilon) const {
    static const Builtin& sqrt = *builtin_named("sqrt");
    return steps_.evaluate(sqrt, kept(plus(kept(variance), steps_.kept(epsilon))));
  }
  Interval distance(const Interval& x, const Interval& mean) const {
    return kept(minus(kept(x), kept(mean)));
  }
  Interval divided(const Interval& distance, const Interval& deviation) const {
    return steps_.quotient(distance, deviation);
  }
  Interval scaled(const Interval& normalized, float scale, float bias) const {
    const Interval s = steps_.kept(scale), b = steps_.kept(bias);
    Interval all = plus(kept(times(s, normalized)), b);
    all.add(fused(s, normalized, b));
    return kept(all);
  }
  Interval kept(const Interval& x) const { return steps_.kept(x); }
  const FloatSteps& steps() const { return steps_; }

  /// Scale * normalized + Bias in wider arithmetic, where `normalized` is off by at most `error`,
  /// and the product by `slack` times itself besides; NaN if it has no result.
  static RealRange scaled_wide(double normalized, double error, double scale, double bias,
                               double slack = kSlackOfDoubles) {
    const double product = scale * normalized;
    return within(product + bias, std::abs(scale) * error + std::abs(product) * slack +
                                      (std::abs(product) + std::abs(bias)) * kSlackOfDoubles);
  }

 private:
  FloatSteps steps_;
};

}  // namespace assay::ops
