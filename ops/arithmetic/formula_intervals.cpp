#include "ops/arithmetic/formula_intervals.h"

#include <cmath>

#include "ops/arithmetic/half_interval.h"

namespace assay::ops {
namespace {

using Op = Formula::Op;
using Node = Formula::Node;

float sign_of(float x) { return x > 0 ? 1.f : x < 0 ? -1.f : x; }

Interval signs(const Interval& x) {
  // OpenCL's sign of NaN is 0.
  Interval all = mapped(sign_of, x);
  if (all.flags & Interval::kNan) all.flags = (all.flags & ~Interval::kNan) | Interval::kPlusZero;
  return all;
}

}  // namespace

OverIntervals::OverIntervals(const Formula& formula, Denormals denormals, Precision precision)
    : nodes_(formula.nodes()),
      flush_(denormals == Denormals::MayBeFlushed),
      precision_(precision),
      smallest_normal_(
          static_cast<float>((precision == Precision::Half ? kFloat16 : kFloat32).smallest_normal)),
      values_(formula.nodes().size()) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].op != Op::Number) {
      computed_.push_back(i);
      continue;
    }
    const auto number = static_cast<float>(nodes_[i].number);
    values_[i].value = Interval::of(precision == Precision::Half ? to_half(number) : number);
    if (flush_) values_[i].value = flushed(values_[i].value, smallest_normal_);
  }
}

const FormulaValue& OverIntervals::operator()(std::span<const Interval> variables) {
  for (const std::size_t i : computed_) {
    const Node& n = nodes_[i];
    if (is_condition(n)) {
      values_[i].truth = truth(n);
      values_[i].value = as_number(values_[i].truth);
    } else {
      values_[i].value = value(n, variables);
      if (precision_ == Precision::Half) [[unlikely]]
        values_[i].value = in_halves(n, values_[i].value);
      if (flush_) values_[i].value = flushed(values_[i].value, smallest_normal_);
    }
  }
  return values_.back();
}

/// What a step of the formula may give in halves whose result, rounded to FLOAT32, is in `x`.
Interval OverIntervals::in_halves(const Node& n, Interval x) const {
  // The limit of a function is that of its result as a half. If nothing follows, it is one.
  if (n.op != Op::Call && n.op != Op::Divide)
    x.add(rounded_to_half(x));
  else if (&n == &nodes_.back())
    x = halves_of(x);
  return x;
}

/// The same of a product to which something was added, and which were rounded together. What is
/// rounded to FLOAT32 first is not rounded to FLOAT16 in the same way.
Interval OverIntervals::fused_in_precision(const Interval& x) const {
  return precision_ == Precision::Half ? or_half(x) : x;
}

Truth OverIntervals::truth(const Node& n) const {
  switch (n.op) {
    case Op::Less:
      return is_less(of(n, 0), of(n, 1));
    case Op::LessEqual:
      return is_less_or_equal(of(n, 0), of(n, 1));
    case Op::Greater:
      return is_less(of(n, 1), of(n, 0));
    case Op::GreaterEqual:
      return is_less_or_equal(of(n, 1), of(n, 0));
    case Op::Equal:
      return is_equal(of(n, 0), of(n, 1));
    case Op::NotEqual:
      return !is_equal(of(n, 0), of(n, 1));
    case Op::IsNan:
      return is_nan(of(n, 0));
    case Op::IsInf:
      return is_infinite(of(n, 0));
    case Op::Not:
      return !values_[n.operands[0]].truth;
    case Op::And:
      return values_[n.operands[0]].truth & values_[n.operands[1]].truth;
    default:
      return values_[n.operands[0]].truth | values_[n.operands[1]].truth;
  }
}

/// Adds to `sum` what the sum is if its operand `number` is a product that is not rounded. The
/// product counts negative if `negative`; `other` is the other operand.
void OverIntervals::add_fused(const Node& n, int number, bool negative, const Interval& other,
                              Interval& sum) const {
  const Node* product = &nodes_[n.operands[number]];
  while (product->op == Op::Negate) {
    negative = !negative;
    product = &nodes_[product->operands[0]];
  }
  if (product->op != Op::Multiply) return;
  const Interval& a = of(*product, 0);
  sum.add(fused_in_precision(fused(negative ? negated(a) : a, of(*product, 1), other)));
}

Interval OverIntervals::sum(const Node& n) const {
  const bool subtracts = n.op == Op::Subtract;
  const Interval &a = of(n, 0), b = subtracts ? negated(of(n, 1)) : of(n, 1);
  Interval all = plus(a, b);
  add_fused(n, 0, false, b, all);
  add_fused(n, 1, subtracts, a, all);
  return all;
}

Interval OverIntervals::value(const Node& n, std::span<const Interval> variables) const {
  switch (n.op) {
    case Op::Variable:
      return variables[n.variable];
    case Op::Call:
      return evaluate(*n.builtin, of(n, 0), n.count > 1 ? of(n, 1) : Interval(), precision_);
    case Op::Negate:
      return negated(of(n, 0));
    case Op::Add:
    case Op::Subtract:
      return sum(n);
    case Op::Multiply:
      return times(of(n, 0), of(n, 1));
    case Op::Divide:
      return quotient(of(n, 0), of(n, 1), precision_);
    case Op::Choose:
      return chosen(values_[n.operands[0]].truth, of(n, 1), of(n, 2));
    case Op::Abs:
      return magnitude(of(n, 0));
    case Op::Max:
      return maximum(of(n, 0), of(n, 1));
    case Op::Min:
      return minimum(of(n, 0), of(n, 1));
    case Op::Sign:
      return signs(of(n, 0));
    case Op::Floor:
      return mapped(std::floor, of(n, 0));
    case Op::Ceil:
      return mapped(std::ceil, of(n, 0));
    case Op::Rint:
      return mapped(std::nearbyint, of(n, 0));
    case Op::Trunc:
      return mapped(std::trunc, of(n, 0));
    case Op::Round:
      return mapped(std::round, of(n, 0));
    case Op::Fmod:
      return remainder(of(n, 0), of(n, 1));
    case Op::Fma:
      return fused_in_precision(fused(of(n, 0), of(n, 1), of(n, 2)));
    default:
      return Interval::everything();
  }
}

}  // namespace assay::ops
