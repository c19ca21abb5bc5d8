#include "ops/arithmetic/formula_real.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace assay::ops {
namespace {

using Op = Formula::Op;

/// How two numbers compare; nothing where the operation is no comparison.
std::optional<bool> compared(Op op, double a, double b) {
  switch (op) {
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
    default:
      return std::nullopt;
  }
}

/// What a node comes to whose operands have these values.
double applied(const Formula::Node& n, std::span<const double> variables, double a, double b,
               double c) {
  if (const auto truth = compared(n.op, a, b)) return *truth;
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
    case Op::And:
      return a != 0 && b != 0;
    case Op::Or:
      return a != 0 || b != 0;
    case Op::Choose:
      return a != 0 ? b : c;
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
      return std::fma(a, b, c);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

/// The value of a formula whose built-in functions give `factor` times their results, but for exact
/// ones.
double value_with(const Formula& formula, std::span<const double> variables, double factor) {
  std::array<double, Formula::kMostNodes> values;
  values[0] = 0;
  std::size_t i = 0;
  for (const Formula::Node& n : formula.nodes()) {
    const double a = values[n.operands[0]], b = values[n.operands[1]];
    double value = applied(n, variables, a, b, values[n.operands[2]]);
    if (factor != 1 && n.op == Op::Call && !is_exact(*n.builtin, a, b)) value *= factor;
    values[i++] = value;
  }
  return values[i - 1];
}

}  // namespace

double real_value(const Formula& formula, std::span<const double> variables) {
  return value_with(formula, variables, 1);
}

bool hangs_on_functions(const Formula& formula, std::span<const double> variables) {
  constexpr double kSome = 0x1p-50;
  const double value = real_value(formula, variables);
  return value_with(formula, variables, 1 - kSome) != value ||
         value_with(formula, variables, 1 + kSome) != value;
}

bool permits_real_value(const Formula& formula, bool to_half) {
  return formula.roundings() + to_half > 1;
}

}  // namespace assay::ops
