#include "ops/arithmetic/formula_values.h"

#include <array>
#include <bit>
#include <cmath>

namespace assay::ops {
namespace {

using Op = Formula::Op;
using Node = Formula::Node;

/// The parser takes no longer formulas.
constexpr std::size_t kMostNodes = 64;

float sign_of(float x) { return x > 0 ? 1.f : x < 0 ? -1.f : x; }

Interval signs(const Interval& x) {
  // OpenCL's sign of NaN is 0.
  Interval all = mapped(sign_of, x);
  if (all.flags & Interval::kNan) all.flags = (all.flags & ~Interval::kNan) | Interval::kPlusZero;
  return all;
}

/// Evaluates nodes in their order. A value that is nothing may be anything.
class OverIntegers {
 public:
  using Value = std::optional<std::int64_t>;

  OverIntegers(const Formula& formula, std::span<const std::int64_t> variables, IntegerType type)
      : nodes_(formula.nodes()), variables_(variables), type_(type) {}

  Value run() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) values_[i] = value(nodes_[i]);
    return values_[nodes_.size() - 1];
  }

 private:
  Value value(const Node& n) const {
    if (n.op == Op::Variable) return type_.wrapped(variables_[n.variable]);
    if (n.op == Op::Number) return type_.wrapped(static_cast<std::int64_t>(n.number));
    if (n.op == Op::Choose) {
      const Value& condition = values_[n.operands[0]];
      return condition ? values_[n.operands[*condition ? 1 : 2]] : std::nullopt;
    }
    for (int i = 0; i < n.count; ++i)
      if (!values_[n.operands[i]]) return std::nullopt;
    const std::int64_t a = *values_[n.operands[0]];
    return n.count == 1 ? of_one(n.op, a) : of_two(n.op, a, *values_[n.operands[1]]);
  }

  Value of_one(Op op, std::int64_t a) const {
    const auto bits = static_cast<std::uint64_t>(a);
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - type_.bits);
    switch (op) {
      case Op::Negate:
        return type_.wrapped(static_cast<std::int64_t>(-bits));
      case Op::Complement:
        return type_.wrapped(~a);
      case Op::Not:
        return a == 0;
      case Op::Abs:
        return a < 0 && type_.is_signed ? type_.wrapped(static_cast<std::int64_t>(-bits)) : a;
      case Op::Sign:
        return !type_.is_signed ? a != 0 : (a > 0) - (a < 0);
      default:
        return std::popcount(bits & mask);  // Op::PopCount
    }
  }

  bool is_less(std::int64_t a, std::int64_t b) const {
    return type_.is_signed ? a < b : static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  }

  Value divided(Op op, std::int64_t a, std::int64_t b) const {
    if (b == 0) return std::nullopt;
    if (!type_.is_signed) {
      const auto p = static_cast<std::uint64_t>(a), q = static_cast<std::uint64_t>(b);
      return static_cast<std::int64_t>(op == Op::Divide ? p / q : p % q);
    }
    if (b == -1) {
      if (a == type_.wrapped(std::int64_t{1} << (type_.bits - 1))) return std::nullopt;
      return op == Op::Divide ? -a : 0;
    }
    return op == Op::Divide ? a / b : a % b;
  }

  Value shifted(Op op, std::int64_t a, std::int64_t b) const {
    if (b < 0 || b >= type_.bits) return std::nullopt;
    if (op == Op::ShiftLeft)
      return type_.wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b));
    return type_.is_signed ? a >> b : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) >> b);
  }

  Value of_two(Op op, std::int64_t a, std::int64_t b) const {
    const auto p = static_cast<std::uint64_t>(a), q = static_cast<std::uint64_t>(b);
    switch (op) {
      case Op::Add:
        return type_.wrapped(static_cast<std::int64_t>(p + q));
      case Op::Subtract:
        return type_.wrapped(static_cast<std::int64_t>(p - q));
      case Op::Multiply:
        return type_.wrapped(static_cast<std::int64_t>(p * q));
      case Op::Divide:
      case Op::Remainder:
        return divided(op, a, b);
      case Op::Less:
        return is_less(a, b);
      case Op::LessEqual:
        return !is_less(b, a);
      case Op::Greater:
        return is_less(b, a);
      case Op::GreaterEqual:
        return !is_less(a, b);
      case Op::Equal:
        return a == b;
      case Op::NotEqual:
        return a != b;
      case Op::And:
        return a != 0 && b != 0;
      case Op::Or:
        return a != 0 || b != 0;
      case Op::BitAnd:
        return a & b;
      case Op::BitOr:
        return a | b;
      case Op::BitXor:
        return type_.wrapped(a ^ b);
      case Op::ShiftLeft:
      case Op::ShiftRight:
        return shifted(op, a, b);
      case Op::Max:
        return is_less(a, b) ? b : a;
      default:
        return is_less(b, a) ? b : a;  // Op::Min
    }
  }

  const std::vector<Node>& nodes_;
  std::span<const std::int64_t> variables_;
  IntegerType type_;
  std::array<Value, kMostNodes> values_;
};

}  // namespace

OverIntervals::OverIntervals(const Formula& formula, Denormals denormals)
    : nodes_(formula.nodes()),
      flush_(denormals == Denormals::MayBeFlushed),
      values_(formula.nodes().size()) {}

const FormulaValue& OverIntervals::operator()(std::span<const Interval> variables) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    if (is_condition(n)) {
      values_[i].truth = truth(n);
      values_[i].value = as_number(values_[i].truth);
    } else {
      values_[i].value = value(n, variables);
      if (flush_) values_[i].value = flushed(values_[i].value);
    }
  }
  return values_.back();
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
  sum.add(fused(negative ? negated(a) : a, of(*product, 1), other));
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
    case Op::Number:
      return Interval::of(static_cast<float>(n.number));
    case Op::Call:
      return evaluate(*n.builtin, of(n, 0), n.count > 1 ? of(n, 1) : Interval());
    case Op::Negate:
      return negated(of(n, 0));
    case Op::Add:
    case Op::Subtract:
      return sum(n);
    case Op::Multiply:
      return times(of(n, 0), of(n, 1));
    case Op::Divide:
      return quotient(of(n, 0), of(n, 1));
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
      return fused(of(n, 0), of(n, 1), of(n, 2));
    default:
      return Interval::everything();
  }
}

double real_value(const Formula& formula, std::span<const double> variables) {
  std::array<double, kMostNodes> values;
  values[0] = 0;
  std::size_t i = 0;
  for (const Node& n : formula.nodes()) {
    const double a = values[n.operands[0]], b = values[n.operands[1]];
    values[i++] = [&]() -> double {
      switch (n.op) {
        case Op::Variable:
          return variables[n.variable];
        case Op::Number:
          return n.number;
        case Op::Call:
          return n.builtin->unary ? n.builtin->unary(a) : n.builtin->binary(a, b);
        case Op::Negate:
          return -a;
        case Op::Not:
          return a == 0;
        case Op::Add:
          return a + b;
        case Op::Subtract:
          return a - b;
        case Op::Multiply:
          return a * b;
        case Op::Divide:
          return a / b;
        case Op::Less:
          return a < b;
        case Op::LessEqual:
          return a <= b;
        case Op::Greater:
          return a > b;
        case Op::GreaterEqual:
          return a >= b;
        case Op::Equal:
          return a == b;
        case Op::NotEqual:
          return a != b;
        case Op::And:
          return a != 0 && b != 0;
        case Op::Or:
          return a != 0 || b != 0;
        case Op::Choose:
          return a != 0 ? b : values[n.operands[2]];
        case Op::Abs:
          return std::abs(a);
        case Op::Max:
          return std::fmax(a, b);
        case Op::Min:
          return std::fmin(a, b);
        case Op::Sign:
          return a > 0 ? 1 : a < 0 ? -1 : 0;
        case Op::Floor:
          return std::floor(a);
        case Op::Ceil:
          return std::ceil(a);
        case Op::Rint:
          return std::nearbyint(a);
        case Op::Trunc:
          return std::trunc(a);
        case Op::Round:
          return std::round(a);
        case Op::IsNan:
          return std::isnan(a);
        case Op::IsInf:
          return std::isinf(a);
        case Op::Fmod:
          return std::fmod(a, b);
        case Op::Fma:
          return std::fma(a, b, values[n.operands[2]]);
        default:
          return std::numeric_limits<double>::quiet_NaN();
      }
    }();
  }
  return values[i - 1];
}

std::int64_t IntegerType::wrapped(std::int64_t value) const {
  if (bits == 64) return value;
  const auto shifted = static_cast<std::uint64_t>(value) << (64 - bits);
  return is_signed ? static_cast<std::int64_t>(shifted) >> (64 - bits)
                   : static_cast<std::int64_t>(shifted >> (64 - bits));
}

std::optional<std::int64_t> evaluate(const Formula& formula,
                                     std::span<const std::int64_t> variables, IntegerType type) {
  return OverIntegers(formula, variables, type).run();
}

}  // namespace assay::ops
