#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/interval.h"

namespace assay::ops {

/// A formula that has no meaning. `column` counts from 1.
struct FormulaError : std::runtime_error {
  FormulaError(std::size_t at, const std::string& what, std::string name_ = {},
               std::vector<std::string> known_ = {})
      : std::runtime_error(what), column(at), name(std::move(name_)), known(std::move(known_)) {}
  std::size_t column;
  /// The name that is not known, if one is at fault, and those that are.
  std::string name;
  std::vector<std::string> known;
};

/// What an operator of a family computes for one element, such as `1 / (1 + exp(-x))`. It is
/// evaluated over intervals and over integers, and it is printed in OpenCL C.
class Formula {
 public:
  enum class Op : std::uint8_t {
    Variable,
    Number,
    Call,
    Negate,
    Not,
    Complement,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Choose,
    // Functions that floats and integers have, or that are exact.
    Abs,
    Max,
    Min,
    Sign,
    Floor,
    Ceil,
    Rint,
    Trunc,
    Round,
    IsNan,
    IsInf,
    PopCount,
    Fmod,
    Fma
  };
  struct Node {
    Op op;
    /// The numbers of the operands' nodes, which stand before this one.
    std::uint8_t operands[3] = {0, 0, 0};
    std::uint8_t count = 0;
    /// Of a variable: its number among the names.
    std::uint8_t variable = 0;
    double number = 0;
    const Builtin* builtin = nullptr;
  };

  /// The parser takes no longer formulas.
  static constexpr std::size_t kMostNodes = 64;

  /// A variable that stands for a formula of others, and of the variable's own raw value.
  struct Substitution {
    std::string name, text;
  };

  /// Reads a formula over variables of these names. Throws FormulaError.
  static Formula parse(std::string_view text, std::span<const std::string> names,
                       const std::optional<Substitution>& substitution = {});

  const std::string& text() const { return text_; }
  /// The nodes; the last one is the whole formula.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<std::string>& names() const { return names_; }
  /// The node that stands for the variable that was substituted, and its number among the names.
  struct Substituted {
    std::size_t node, variable;
  };
  const std::optional<Substituted>& substituted() const { return substituted_; }

  /// Whether its value is a condition, which is 1 or 0.
  bool is_condition() const;
  /// Whether the formula can be evaluated over integers.
  bool has_integers() const;
  /// Whether it can be evaluated over floats.
  bool has_floats() const;
  /// How many operations over floats may round.
  int roundings() const;

 private:
  std::string text_;
  std::vector<std::string> names_;
  std::vector<Node> nodes_;
  std::optional<Substituted> substituted_;
};

/// Whether a node's value is a condition.
bool is_condition(const Formula::Node& node);

}  // namespace assay::ops
