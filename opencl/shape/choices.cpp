// Choices in the place of branches: `?:`, which evaluates one side, and `select`, which evaluates
// both. For `select` only such sides are taken as no value can make undefined: variables that have
// a value from their declaration on, numbers, and sums, products and bits of unsigned ones.
#include <algorithm>
#include <optional>

#include "opencl/shape/declared.h"
#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"
#include "opencl/shape/variables.h"

namespace assay::opencl::shapes {
namespace {

/// What a side is: a type's name; `kNumber` for a number that fits all types; `kUnfit` for what is
/// not taken as a side.
using SideType = std::string_view;
constexpr SideType kNumber = "number", kUnfit = "";

bool is_unsigned(SideType t) { return t == "uint" || t == "ulong"; }

/// The type of two sides together; `kUnfit` where they are of different types.
SideType joined(SideType a, SideType b) {
  if (a == kUnfit || b == kUnfit) return kUnfit;
  if (a == kNumber) return b;
  return b == kNumber || a == b ? a : kUnfit;
}

SideType number_type(const Token& t) {
  if (!is_whole_number(t))
    return t.text.ends_with("f") && !t.text.starts_with("0x") ? "float" : kUnfit;
  if (t.text.find_first_of("uUlL") == t.text.npos) return t.text.size() < 8 ? kNumber : kUnfit;
  return t.text.ends_with("u") ? "uint" : kUnfit;
}

SideType side_type(const KernelTree& tree, const std::vector<Declared>& all, Span span) {
  if (span.empty()) return kUnfit;
  const Token& first = tree.token(span.begin);
  if (first.is("(") && closing(tree.tokens(), span.begin) == span.end - 1)
    return side_type(tree, all, {span.begin + 1, span.end - 1});
  if (span.end - span.begin == 1) {
    if (first.kind == Token::Kind::Number) return number_type(first);
    if (tree.is_constant(first.text)) return kNumber;
    const Declared* d = find_declared(tree, all, first.text);
    const SideType type = d && (d->has_value || d->is_parameter) ? scalar_of(*d) : kUnfit;
    return type == "int" || type == "long" || type == "float" || is_unsigned(type) ? type : kUnfit;
  }
  // `(TYPE)(SIDE)`, where each value of the side can be converted.
  if (first.is("(") && closing(tree.tokens(), span.begin) == span.begin + 2 &&
      tree.token(span.begin + 3).is("(") &&
      closing(tree.tokens(), span.begin + 3) == span.end - 1) {
    const SideType to = tree.token(span.begin + 1).text;
    const SideType from = side_type(tree, all, {span.begin + 3, span.end});
    const bool converts =
        from == to || (is_unsigned(to) && is_unsigned(from)) ||
        (from == kNumber && (is_unsigned(to) || to == "int" || to == "long" || to == "float"));
    return from != kUnfit && converts ? to : kUnfit;
  }
  // Of sums and products only those of unsigned numbers are defined for all values.
  std::size_t begin = span.begin;
  SideType type = kNumber;
  bool has_sign = false;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const Token& t = tree.token(i);
    if (t.is("(")) i = closing(tree.tokens(), i);
    if (!t.is("+") && !t.is("-") && !t.is("*") && !t.is("&") && !t.is("|") && !t.is("^")) continue;
    has_sign = true;
    type = joined(type, side_type(tree, all, {begin, i}));
    begin = i + 1;
  }
  type = joined(type, side_type(tree, all, {begin, has_sign ? span.end : begin}));
  return is_unsigned(type) ? type : kUnfit;
}

/// `select` of these sides; empty if they do not fit, or if the condition may change them.
std::string selected(const KernelTree& tree, const std::vector<Declared>& all, Span condition,
                     Span yes, Span no) {
  SideType type = joined(side_type(tree, all, yes), side_type(tree, all, no));
  if (type == kUnfit || tree.has_effects(condition)) return {};
  if (type == kNumber) type = "int";
  // The condition of a `select` has as many bits as its sides.
  const std::string name(type), chooser = name == "float" ? "int" : name;
  return "select((" + name + ")(" + tree.text_of(no) + "), (" + name + ")(" + tree.text_of(yes) +
         "), (" + chooser + ")((" + tree.text_of(condition) + ") ? 1 : 0))";
}

/// `X = VALUE;` or `X OP= VALUE;`, where X is a variable.
struct Assignment {
  std::string name, value;
  /// Whether X has a value before the statement in any case.
  bool had_value;
};

/// Whether a value can be converted to that type by a cast: it is one word, and no struct.
bool is_cast_type(const KernelTree& tree, std::string_view type) {
  if (type.empty() || type.find_first_of(" *") != type.npos || type == "event_t") return false;
  const auto& tokens = tree.tokens();
  for (std::size_t i = 1; i < tokens.size(); ++i)
    if (tokens[i].is(type) && tokens[i - 1].is("}")) return false;
  return true;
}

std::optional<Assignment> assignment_of(const KernelTree& tree, const std::vector<Declared>& all,
                                        const Statement& s) {
  const std::size_t begin = s.all.begin, end = s.all.end - 1;
  if (s.kind != Statement::Kind::Expression || end - begin < 3 ||
      parted(tree, {begin, end}).size() != 1)
    return {};
  const Declared* d = find_declared(tree, all, tree.token(begin).text);
  const Token& sign = tree.token(begin + 1);
  if (!d || d->array_dimensions != 0 || !is_cast_type(tree, d->type) || !assigns(sign) ||
      sign.is("++") || sign.is("--"))
    return {};
  const std::string name(d->name), operation(sign.text.substr(0, sign.text.size() - 1));
  const std::string value = tree.text_of({begin + 2, end});
  return Assignment{name,
                    "(" + d->type + ")(" +
                        (operation.empty() ? value : name + " " + operation + " (" + value + ")") +
                        ")",
                    d->has_value || d->is_parameter};
}

/// The assignments of a branch; none if it has another statement.
std::vector<Assignment> assignments_of(const KernelTree& tree, const Function& f,
                                       const std::vector<Declared>& all, const Statement& branch) {
  std::vector<Assignment> assignments;
  const auto add = [&](const Statement& s) {
    const auto one = assignment_of(tree, all, s);
    if (one) assignments.push_back(*one);
    return one.has_value();
  };
  if (branch.kind != Statement::Kind::Block) {
    add(branch);
    return assignments;
  }
  for (const std::size_t part : branch.parts)
    if (!add(f.statements[part])) return {};
  return assignments;
}

std::string if_as_choices(const KernelTree& tree, const Function& f,
                          const std::vector<Declared>& all, const Statement& s) {
  const std::string condition = "(" + tree.text_of(s.condition) + ")";
  const std::vector<Assignment> yes = assignments_of(tree, f, all, f.part(s, 0));
  if (yes.empty()) return {};
  if (s.parts.size() > 1) {
    const std::vector<Assignment> no = assignments_of(tree, f, all, f.part(s, 1));
    if (yes.size() != 1 || no.size() != 1 || yes[0].name != no[0].name) return {};
    return yes[0].name + " = " + condition + " ? " + yes[0].value + " : " + no[0].value + ";";
  }
  const std::string chosen = fresh_name(tree, "chosen");
  std::string text = "{ const bool " + chosen + " = " + condition + ";";
  for (const Assignment& a : yes) {
    if (!a.had_value) return {};
    text += " " + a.name + " = " + chosen + " ? " + a.value + " : " + a.name + ";";
  }
  return text + " }";
}

/// The parts of `CONDITION ? YES : NO` where the span is that and no more.
struct Choice {
  Span condition, yes, no;
};

std::optional<Choice> choice_of(const KernelTree& tree, std::size_t begin, std::size_t question) {
  const auto is = [&](std::size_t i, std::string_view text) { return tree.token(i).is(text); };
  std::size_t colon = 0, end = question + 1;
  for (; !is(end, ")") && !is(end, "]") && !is(end, "}") && !is(end, ",") && !is(end, ";"); ++end) {
    if (is(end, "?")) return {};
    if (is(end, ":") && colon != 0) break;
    if (is(end, ":")) colon = end;
    if (is(end, "(") || is(end, "[") || is(end, "{")) end = closing(tree.tokens(), end);
  }
  if (colon == 0 || begin == question) return {};
  return Choice{{begin, question}, {question + 1, colon}, {colon + 1, end}};
}

}  // namespace

std::vector<Edits> if_choice(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    if (!all) continue;
    for (const Statement& s : f.statements) {
      if (s.kind != Statement::Kind::If) continue;
      const std::string text = if_as_choices(tree, f, *all, s);
      if (text.empty()) continue;
      places.emplace_back(tree).replace(s.all, text);
    }
  }
  return places;
}

std::vector<Edits> choice_select(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    if (!all) continue;
    // Where the expression that a token is in begins, for each open bracket.
    std::vector<std::size_t> begins{f.body().all.begin + 1};
    for (std::size_t i = f.body().all.begin + 1; i + 1 < f.body().all.end; ++i) {
      const Token& t = tree.token(i);
      if (t.is("(") || t.is("[") || t.is("{")) begins.push_back(i + 1);
      if ((t.is(")") || t.is("]") || t.is("}")) && begins.size() > 1) begins.pop_back();
      const std::size_t begin = begins.back();
      if (t.is(",") || t.is(";") || t.is("}") || t.is("return") || t.is("?") || t.is(":") ||
          (assigns(t) && !t.is("++") && !t.is("--")))
        begins.back() = i + 1;
      if (!t.is("?") || is_in_switch(f, i)) continue;
      const auto choice = choice_of(tree, begin, i);
      if (!choice) continue;
      const std::string text = selected(tree, *all, choice->condition, choice->yes, choice->no);
      if (text.empty()) continue;
      places.emplace_back(tree).replace({choice->condition.begin, choice->no.end}, text);
    }
  }
  return places;
}

}  // namespace assay::opencl::shapes
