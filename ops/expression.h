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

/// The part of a member that an expression refers to: `Axis`, `InputTensor.DataType`,
/// `InputTensor.DimensionCount`, `InputTensor.Sizes`, `InputTensor.Strides`. In an array of tensors
/// the number of one stands behind the name: `InputTensors[i].Sizes`.
/// Presence is what `present(InputTensor)` reads.
enum class Part : std::uint8_t { Value, DataType, DimensionCount, Sizes, Strides, Presence };

struct Reference {
  std::size_t member;
  Part part;
  /// Whether it is the first tensor of an array that is read: `InputTensors[0].Sizes`.
  bool of_first = false;
  friend bool operator==(const Reference&, const Reference&) = default;
};

/// Says why a text is no expression, and at which column (counted from 1).
struct ExpressionError : std::runtime_error {
  ExpressionError(std::size_t at, const std::string& what, std::optional<std::size_t> in_alias = {})
      : std::runtime_error(what), column(at), alias_column(in_alias) {}
  std::size_t column;
  /// The column of the alias's text, if it is at fault.
  std::optional<std::size_t> alias_column;
};

/// Names that stand for expressions (a spec's `let`), in the order of their definitions.
struct Aliases {
  std::vector<std::pair<std::string, std::string>> texts;
};

/// An expression over an operator's members, parsed once. Its grammar:
///
///   sets  = part { "++" part }
///   part  = "[" set "]" | "ones(" n ")" | "any(" n ")" | "each" i "<" n ":" set | list
///   set   = range { "|" range } | "if" n "then" set "else" set
///   range = n [ ".." n ] | f [ ".." f ] | "any" | "multiples(" n ")"      closed, may be empty
///   list  = NAME [ "[" n ":" n "]" ] | list "++" list | "fit(" list "," n ")"
///   n     = integers with + - * /, comparisons (1 or 0), "if" n "then" n "else" n, list "[" n "]",
///           product(list), leading_ones(list), length(list), min(n, n), max(n, n), abs(n),
///           contains(list, n), "sum(" i "<" n ":" n ")",
///           present(NAME), a data type's name, MEMBER.ENUMERATOR
///   f     = a member that is a float, a number with a point (FLOAT32), inf, -f, "if" n "then" f
///           "else" f
///
/// Arithmetic has 64 bits and is checked. An index outside a list, an overflow, a division by zero,
/// a negative count, a sum of more than 16 terms, a part of an absent tensor, a `fit` that would
/// drop a size other than 1, multiples of what is not positive, and a union with multiples are
/// *undefined*.
class Expression {
 public:
  /// What the whole text must describe.
  enum class Form { Integer, Set, Sets };

  /// Throws ExpressionError. `variable` names an integer whose value the caller gives later (`j` of
  /// `each: j`, `local`); it is empty if there is none.
  static Expression parse(std::string_view text, Form form, const Signature& signature,
                          const Aliases& aliases = {}, std::string_view variable = {});

  /// Returns nothing if the value is undefined. `variable` is the value of the variable named at
  /// parsing.
  std::optional<std::int64_t> integer(const Descriptor& d, std::int64_t variable = 0) const;
  /// Returns false if the set is undefined.
  bool set(const Descriptor& d, Set& out, std::int64_t variable = 0) const;
  /// Makes one set for each entry. Returns false if the sets are undefined or longer than a list
  /// can be.
  bool sets(const Descriptor& d, Sets& out) const;
  /// Intersects the set of each entry in `sets` with this expression's set for that entry. Returns
  /// false if the expression is undefined or has another length; `sets` is then of no use.
  bool narrow(const Descriptor& d, Sets& sets) const;
  /// Whether each entry is in its set; false if the sets are undefined or have another length.
  bool admits(const Descriptor& d, const List& list) const;

  /// All parts of members that the expression reads, each once.
  const std::vector<Reference>& references() const { return references_; }
  /// Whether some entry is not bounded from above: by `any`, or by a range that goes on to where no
  /// size can be.
  bool is_open() const { return is_open_; }
  /// Whether there are entries that `any(n)` leaves free.
  bool has_any() const { return has_any_; }
  /// Whether its sets are sets of floats.
  bool is_of_floats() const { return of_floats_; }
  /// Whether the whole expression is a single `ones(n)`.
  bool is_only_ones() const { return nodes_[root_].op == ExpressionNode::Op::Ones; }
  const std::string& text() const { return text_; }

 private:
  std::vector<ExpressionNode> nodes_;
  std::size_t root_ = 0;
  std::vector<Reference> references_;
  bool is_open_ = false, has_any_ = false, of_floats_ = false;
  std::string text_;
  friend class ExpressionParser;
  friend class ExpressionEvaluator;
};

}  // namespace assay::ops
