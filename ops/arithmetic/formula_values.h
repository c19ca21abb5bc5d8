#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// How an operator's arithmetic treats denormals.
enum class Denormals : std::uint8_t { Kept, MayBeFlushed };

/// What a formula may give.
struct FormulaValue {
  Interval value;
  /// Of a condition: its outcomes.
  Truth truth;
};

/// Evaluates a formula that has floats, over sets of FLOAT32. The result is all that a conforming
/// device may compute. A product that is added to something may be rounded or not (OpenCL's
/// FP_CONTRACT is on), so both readings are in the result.
class OverIntervals {
 public:
  /// The formula must outlive this.
  OverIntervals(const Formula& formula, Denormals denormals);

  /// What the formula gives where its variables, by number, hold these values.
  const FormulaValue& operator()(std::span<const Interval> variables);

 private:
  using Node = Formula::Node;
  const Interval& of(const Node& n, int operand) const {
    return values_[n.operands[operand]].value;
  }
  Truth truth(const Node& n) const;
  void add_fused(const Node& n, int number, bool negative, const Interval& other,
                 Interval& sum) const;
  Interval sum(const Node& n) const;
  Interval value(const Node& n, std::span<const Interval> variables) const;

  const std::vector<Node>& nodes_;
  bool flush_;
  std::vector<FormulaValue> values_;
};

/// The value of a formula that has floats, computed in double precision. NaN if it has none.
double real_value(const Formula& formula, std::span<const double> variables);

/// The integers of a data type.
struct IntegerType {
  int bits;
  bool is_signed;

  /// The value of this type that is congruent to `value` modulo 2^bits.
  std::int64_t wrapped(std::int64_t value) const;
};

/// What a formula that has integers gives for them. Each operation wraps. Values are sign- or
/// zero-extended to 64 bits. Nothing where the formula divides by zero or shifts by as many bits as
/// there are: then anything is permitted.
std::optional<std::int64_t> evaluate(const Formula& formula,
                                     std::span<const std::int64_t> variables, IntegerType type);

}  // namespace assay::ops
