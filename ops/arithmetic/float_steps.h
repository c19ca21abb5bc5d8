#pragma once

#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/half_interval.h"
#include "ops/arithmetic/sum_model.h"

namespace assay::ops {

/// What the steps of an operator's arithmetic may give that stand beside its sums. Each result is
/// kept() as the model says; operands that are inputs or members have to be, too.
class FloatSteps {
 public:
  explicit FloatSteps(const SumModel& model) : model_(model) {}

  const SumModel& model() const { return model_; }

  Interval kept(const Interval& x) const { return ops::kept(x, model_); }
  Interval kept(float x) const { return kept(Interval::of(x)); }
  /// A count that kernels convert to the type of their arithmetic.
  Interval counted(float n) const { return model_.has_half_functions ? kept(n) : Interval::of(n); }

  /// A built-in function of one operand or two.
  Interval evaluate(const Builtin& function, const Interval& a, const Interval& b = {}) const {
    Interval all = ops::evaluate(function, a, b);
    if (model_.has_half_functions) [[unlikely]]
      all.add(ops::evaluate(function, a, b, Precision::Half));
    return kept(all);
  }

  /// a / b. What the type `half` gives is rounded correctly, so it is kept() of the other's.
  Interval quotient(const Interval& a, const Interval& b) const {
    return kept(ops::quotient(a, b));
  }

 private:
  SumModel model_;
};

}  // namespace assay::ops
