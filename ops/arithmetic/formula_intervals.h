#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// What a formula may give.
struct FormulaValue {
  Interval value;
  /// Of a condition: its outcomes.
  Truth truth;
};

/// Evaluates a formula that has floats, over sets of FLOAT32. The result is all that a conforming
/// device may compute. A product that is added to something may be rounded or not (OpenCL's
/// FP_CONTRACT is on), so both readings are in the result.
///
/// With half precision the steps are those of the type `half`: what one gives may be rounded to
/// FLOAT16 or, since expressions may be contracted, to FLOAT32, and a function has the limit that
/// OpenCL has for it in halves.
class OverIntervals {
 public:
  /// The formula must outlive this.
  OverIntervals(const Formula& formula, Denormals denormals,
                Precision precision = Precision::Single);

  /// What the formula gives where its variables, by number, hold these values.
  const FormulaValue& operator()(std::span<const Interval> variables);

 private:
  using Node = Formula::Node;
  const Interval& of(const Node& n, int operand) const {
    return values_[n.operands[operand]].value;
  }
  Truth truth(const Node& n) const;
  Interval in_halves(const Node& n, Interval x) const;
  Interval fused_in_precision(const Interval& x) const;
  void add_fused(const Node& n, int number, bool negative, const Interval& other,
                 Interval& sum) const;
  Interval sum(const Node& n) const;
  Interval value(const Node& n, std::span<const Interval> variables) const;

  const std::vector<Node>& nodes_;
  bool flush_;
  Precision precision_;
  /// That of the precision.
  float smallest_normal_;
  std::vector<FormulaValue> values_;
  /// The nodes that are no numbers, whose values stay.
  std::vector<std::size_t> computed_;
};

}  // namespace assay::ops
