#pragma once

#include <optional>
#include <vector>

#include "ops/arithmetic/formula_intervals.h"
#include "ops/permitted.h"
#include "ops/problem.h"

namespace assay::ops {

/// Whether the problem's operator has a fused activation.
bool is_fused(const Problem& problem);

/// The activation that is fused into an operator, as a function of what the operator computes.
class FusedActivation {
 public:
  /// The problem must have one.
  FusedActivation(const Problem& problem, const FloatModel& model);

  /// All that it may make of the FLOAT32 values in `x`.
  Interval of(const Interval& x);
  /// What it makes of a real number, in double precision.
  double of(double x);

 private:
  const Formula& formula_;
  OverIntervals evaluate_;
  std::vector<Interval> variables_;
  std::vector<double> reals_;
};

}  // namespace assay::ops
