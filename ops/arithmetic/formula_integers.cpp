#include "ops/arithmetic/formula_integers.h"

#include <array>
#include <bit>

namespace assay::ops {
namespace {

/// Evaluates nodes in their order. A value that is nothing may be anything.
class OverIntegers {
 public:
  using Op = Formula::Op;
  using Node = Formula::Node;
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
  std::array<Value, Formula::kMostNodes> values_;
};

}  // namespace

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
