// Each node becomes an expression in brackets, so precedences need no thought. Sums, differences
// and products of integers are computed in ulong, where they wrap: what a signed integer does when
// it overflows is undefined in C.
#include "ops/arithmetic/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace assay::ops {
namespace {

using Op = Formula::Op;
using Node = Formula::Node;

const char* sign_text(Op op) {
  switch (op) {
    case Op::Negate:
    case Op::Subtract:
      return "-";
    case Op::Not:
      return "!";
    case Op::Complement:
      return "~";
    case Op::Add:
      return "+";
    case Op::Multiply:
      return "*";
    case Op::Divide:
      return "/";
    case Op::Remainder:
      return "%";
    case Op::Less:
      return "<";
    case Op::LessEqual:
      return "<=";
    case Op::Greater:
      return ">";
    case Op::GreaterEqual:
      return ">=";
    case Op::Equal:
      return "==";
    case Op::NotEqual:
      return "!=";
    case Op::And:
      return "&&";
    case Op::Or:
      return "||";
    case Op::BitAnd:
      return "&";
    case Op::BitOr:
      return "|";
    case Op::BitXor:
      return "^";
    case Op::ShiftLeft:
      return "<<";
    case Op::ShiftRight:
      return ">>";
    default:
      return nullptr;
  }
}

/// The function of OpenCL C for an operation that has no sign.
const char* float_function(Op op) {
  switch (op) {
    case Op::Abs:
      return "fabs";
    case Op::Max:
      return "fmax";
    case Op::Min:
      return "fmin";
    case Op::Sign:
      return "sign";
    case Op::Floor:
      return "floor";
    case Op::Ceil:
      return "ceil";
    case Op::Rint:
      return "rint";
    case Op::Trunc:
      return "trunc";
    case Op::Round:
      return "round";
    case Op::IsNan:
      return "isnan";
    case Op::IsInf:
      return "isinf";
    case Op::Fmod:
      return "fmod";
    case Op::Fma:
      return "fma";
    default:
      assert(false && "no function of floats");
      return "";
  }
}

/// Whether a node stands for a substituted variable, within the formula that follows it.
bool is_named(const Formula& formula, std::size_t node) {
  return formula.substituted() && formula.substituted()->node == node;
}

/// The expressions of the nodes from the root of the substitution on.
template <class Text>
FormulaText texts(const Formula& formula, const Text& text) {
  FormulaText all;
  if (formula.substituted()) all.substituted = text.root(formula.substituted()->node);
  all.value = text.of(formula.nodes().size() - 1);
  return all;
}

class FloatText {
 public:
  FloatText(const Formula& formula, std::span<const std::string> names, const std::string& type)
      : formula_(formula), names_(names), type_(type) {}

  std::string of(std::size_t i) const {
    return is_named(formula_, i) ? names_[formula_.substituted()->variable] : root(i);
  }

  /// The expression of a node, even if the node has a name.
  std::string root(std::size_t i) const {
    const Node& n = formula_.nodes()[i];
    if (n.op == Op::Variable) return names_[n.variable];
    if (n.op == Op::Number) return number(n.number);
    if (n.op == Op::Choose)
      return fmt::format("({} ? {} : {})", of(n.operands[0]), value(n.operands[1]),
                         value(n.operands[2]));
    const bool takes_conditions = n.op == Op::Not || n.op == Op::And || n.op == Op::Or;
    const auto operand = [&](int k) {
      return takes_conditions ? of(n.operands[k]) : value(n.operands[k]);
    };
    if (const char* sign = sign_text(n.op))
      return n.count == 1 ? fmt::format("({}{})", sign, operand(0))
                          : fmt::format("({} {} {})", operand(0), sign, operand(1));
    std::string text =
        (n.builtin ? std::string(n.builtin->name) : float_function(n.op)) + "(" + operand(0);
    for (int k = 1; k < n.count; ++k) text += ", " + operand(k);
    return text + ")";
  }

 private:
  std::string number(double x) const {
    if (type_.starts_with("double")) return fmt::format("(({}){:#.17g})", type_, x);
    const std::string text = fmt::format("{:.9g}", static_cast<float>(x));
    const bool is_whole = text.find_first_of(".en") == text.npos;
    const std::string literal = text + (is_whole ? ".0f" : "f");
    return type_ == "float" ? literal : fmt::format("({})({})", type_, literal);
  }
  /// A node as a number, where a condition counts 1 or 0.
  std::string value(std::size_t i) const {
    if (!is_condition(formula_.nodes()[i])) return of(i);
    return fmt::format("({} ? {} : {})", of(i), number(1), number(0));
  }

  const Formula& formula_;
  std::span<const std::string> names_;
  const std::string& type_;
};

class IntegerText {
 public:
  IntegerText(const Formula& formula, std::span<const std::string> names, const std::string& macro)
      : formula_(formula), names_(names), macro_(macro) {}

  std::string of(std::size_t i) const {
    return is_named(formula_, i) ? names_[formula_.substituted()->variable] : root(i);
  }

  /// The expression of a node, even if the node has a name.
  std::string root(std::size_t i) const {
    const Node& n = formula_.nodes()[i];
    const auto operand = [&](int k) { return of(n.operands[k]); };
    switch (n.op) {
      case Op::Variable:
        return names_[n.variable];
      case Op::Number:
        return fmt::format("(({}){})", macro_, static_cast<int>(n.number));
      case Op::Choose:
        return fmt::format("({})({} ? {} : {})", macro_, operand(0), operand(1), operand(2));
      case Op::Negate:
        return fmt::format("({})(0 - (ulong){})", macro_, operand(0));
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
        return fmt::format("({})((ulong){} {} (ulong){})", macro_, operand(0), sign_text(n.op),
                           operand(1));
      case Op::Divide:
        return fmt::format("{}_divide({}, {})", macro_, operand(0), operand(1));
      case Op::Remainder:
        return fmt::format("{}_remainder({}, {})", macro_, operand(0), operand(1));
      case Op::Abs:
        return fmt::format("{}_abs({})", macro_, operand(0));
      case Op::Max:
        return fmt::format("max({}, {})", operand(0), operand(1));
      case Op::Min:
        return fmt::format("min({}, {})", operand(0), operand(1));
      case Op::Sign:
        return fmt::format("({0})(({1} > 0) - ({1} < 0))", macro_, operand(0));
      case Op::PopCount:
        return fmt::format("popcount({})", operand(0));
      default:
        return n.count == 1
                   ? fmt::format("({})({}{})", macro_, sign_text(n.op), operand(0))
                   : fmt::format("({})({} {} {})", macro_, operand(0), sign_text(n.op), operand(1));
    }
  }

 private:
  const Formula& formula_;
  std::span<const std::string> names_;
  const std::string& macro_;
};

/// Whether an operation of integers has a form for vectors. Sums, differences and products have
/// none, since those of signed lanes may overflow; nor have choices, which may divide by zero.
bool has_vector_form(const Node& node) {
  switch (node.op) {
    case Op::Variable:
    case Op::Number:
    case Op::Max:
    case Op::Min:
    case Op::PopCount:
    case Op::Complement:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
    case Op::ShiftLeft:
    case Op::ShiftRight:
      return true;
    default:
      return is_condition(node);
  }
}

class IntegerVectorText {
 public:
  IntegerVectorText(const Formula& formula, std::span<const std::string> names,
                    const std::string& type)
      : formula_(formula), names_(names), type_(type) {}

  /// The expression of the whole formula. A comparison of vectors gives signed lanes, which are -1
  /// where it holds; they become lanes of the type that are 1.
  std::string of(std::size_t i) const {
    return is_condition(formula_.nodes()[i])
               ? fmt::format("JOIN(convert_, {})(-{})", type_, root(i))
               : root(i);
  }

  std::string root(std::size_t i) const {
    const Node& n = formula_.nodes()[i];
    const auto operand = [&](int k) { return root(n.operands[k]); };
    if (n.op == Op::Variable) return names_[n.variable];
    if (n.op == Op::Number) return fmt::format("(({})({}))", type_, static_cast<int>(n.number));
    if (n.op == Op::PopCount) return fmt::format("popcount({})", operand(0));
    if (n.op == Op::Max || n.op == Op::Min)
      return fmt::format("{}({}, {})", n.op == Op::Max ? "max" : "min", operand(0), operand(1));
    return n.count == 1 ? fmt::format("({}{})", sign_text(n.op), operand(0))
                        : fmt::format("({} {} {})", operand(0), sign_text(n.op), operand(1));
  }

 private:
  const Formula& formula_;
  std::span<const std::string> names_;
  const std::string& type_;
};

}  // namespace

FormulaText float_text(const Formula& formula, std::span<const std::string> names,
                       const std::string& type) {
  return texts(formula, FloatText(formula, names, type));
}

FormulaText integer_text(const Formula& formula, std::span<const std::string> names,
                         const std::string& macro) {
  return texts(formula, IntegerText(formula, names, macro));
}

std::optional<FormulaText> integer_vector_text(const Formula& formula,
                                               std::span<const std::string> names,
                                               const std::string& type) {
  if (formula.substituted() || !std::ranges::all_of(formula.nodes(), has_vector_form))
    return std::nullopt;
  return texts(formula, IntegerVectorText(formula, names, type));
}

}  // namespace assay::ops
