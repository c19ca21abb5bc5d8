#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/descriptor.h"
#include "ops/expression_node.h"
#include "ops/set.h"

namespace assay::ops {

/// Which part of a member an expression refers to: `Axis`, `InputTensor.DataType`,
/// `InputTensor.DimensionCount`, `InputTensor.Sizes`, `InputTensor.Strides`.
enum class Part : std::uint8_t { Value, DataType, DimensionCount, Sizes, Strides };

struct Reference {
  std::size_t member;
  Part part;
  friend bool operator==(const Reference&, const Reference&) = default;
};

/// A text that is no expression: what is wrong, and at which column (from 1).
struct ExpressionError : std::runtime_error {
  ExpressionError(std::size_t at, const std::string& what) : std::runtime_error(what), column(at) {}
  std::size_t column;
};

/// Names that stand for expressions: a spec's `let`. In the order of definition.
struct Aliases {
  std::vector<std::pair<std::string, std::string>> texts;
};

/// An expression over an operator's members, parsed once. Its grammar:
///
///   shape = part { "++" part }
///   part  = "[" set "]" | "ones(" n ")" | "any(" n ")" | "each" i "<" n ":" set | list
///   set   = range { "|" range }            range = n [ ".." n ]      closed, may be empty
///   list  = NAME [ "[" n ":" n "]" ] | list "++" list | "fit(" list "," n ")"
///   n     = integers with + - * /, comparisons (1 or 0), "if" n "then" n "else" n, list "[" n "]",
///           product(list), leading_ones(list), length(list), min(n, n), max(n, n), abs(n)
///
/// 64-bit arithmetic, checked. An index outside a list, an overflow, a division by zero, a negative
/// count, and a `fit` that would drop a size other than 1 are *undefined*.
class Expression {
 public:
  /// What the text must be.
  enum class Form { Integer, Set, Shape };

  /// Throws ExpressionError. `variable` names an integer bound from outside (`j` of `each: j`,
  /// `local`); empty for none.
  static Expression parse(std::string_view text, Form form, const Signature& signature,
                          const Aliases& aliases = {}, std::string_view variable = {});

  /// Nothing where undefined. `variable` is the value of the one bound at parsing.
  std::optional<std::int64_t> integer(const Descriptor& d, std::int64_t variable = 0) const;
  /// False where undefined.
  bool set(const Descriptor& d, Set& out, std::int64_t variable = 0) const;
  /// One set an entry; false where undefined or longer than a list can be.
  bool shape(const Descriptor& d, Shape& out) const;
  /// Leaves of each entry's set what the shape has there, too. False where undefined or of another
  /// length; the shape then says nothing.
  bool narrow(const Descriptor& d, Shape& shape) const;
  /// Whether each entry is in its set; false where undefined or of another length.
  bool admits(const Descriptor& d, const List& list) const;

  /// All member parts that the expression reads, each once.
  const std::vector<Reference>& references() const { return references_; }
  /// Whether some entry is left free by `any`.
  bool has_any() const { return has_any_; }
  /// Whether the whole shape is one `ones(n)`.
  bool is_only_ones() const { return nodes_[root_].op == ExpressionNode::Op::Ones; }
  const std::string& text() const { return text_; }

 private:
  std::vector<ExpressionNode> nodes_;
  std::size_t root_ = 0;
  std::vector<Reference> references_;
  bool has_any_ = false;
  std::string text_;
  friend class ExpressionParser;
  friend class ExpressionEvaluator;
};

}  // namespace assay::ops
