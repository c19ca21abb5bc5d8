#pragma once

#include <fmt/format.h>

#include "ops/expression.h"

/// Evaluates expressions over the members of an invented operator.
namespace assay::ops::testing {

using Form = Expression::Form;

inline const Signature& signature() {
  static const Signature s = [] {
    Signature made;
    made.operator_name = "test";
    made.add("T", Kind::Input);
    made.add("Out", Kind::Output);
    made.add("Axis", Kind::Uint);
    made.add("Lengths", Kind::Uints);
    made.add("Steps", Kind::Ints);
    made.add("Flag", Kind::Bool);
    return made;
  }();
  return s;
}

/// A descriptor: T is FLOAT16 1x1x2x3 with strides 9x8x7x1, Out has size 4, Axis is 2, Lengths are
/// 5x6x7, and Steps are -4.
inline Descriptor descriptor() {
  Descriptor d(signature());
  d.tensor("T").type = DataType::FLOAT16;
  d.tensor("T").sizes = {1, 1, 2, 3};
  d.tensor("T").strided = true;
  d.tensor("T").strides = {9, 8, 7, 1};
  d.tensor("Out").sizes = {4};
  d.values[signature().find("Axis")->place] = {2};
  d.values[signature().find("Lengths")->place] = {5, 6, 7};
  d.values[signature().find("Steps")->place] = {-4};
  return d;
}

inline std::optional<std::int64_t> integer(std::string_view text, const Aliases& aliases = {}) {
  return Expression::parse(text, Form::Integer, signature(), aliases).integer(descriptor());
}

inline std::string set(std::string_view text) {
  Set s;
  return Expression::parse(text, Form::Set, signature()).set(descriptor(), s) ? s.text()
                                                                              : "undefined";
}

/// The sets of a list, separated by `;`.
inline std::string sets(std::string_view text, const Aliases& aliases = {}) {
  Sets s;
  if (!Expression::parse(text, Form::Sets, signature(), aliases).sets(descriptor(), s))
    return "undefined";
  std::string out;
  for (const Set& entry : s) out += (out.empty() ? "" : "; ") + entry.text();
  return out;
}

/// The text `column: message` of the parser's error, or "parsed" where there is none.
inline std::string error(std::string_view text, Form form, const Aliases& aliases = {}) {
  try {
    Expression::parse(text, form, signature(), aliases);
  } catch (const ExpressionError& e) {
    return fmt::format("{}: {}", e.column, e.what());
  }
  return "parsed";
}

}  // namespace assay::ops::testing
