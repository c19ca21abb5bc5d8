// Loops that count: `for (TYPE I = FROM; I < TO; ++I)`, where only the step changes I, and nothing
// in the loop changes TO.
#include <algorithm>
#include <charconv>

#include "opencl/shape/declared.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"
#include "opencl/shape/variables.h"

namespace assay::opencl::shapes {
namespace {

struct CountedLoop {
  std::string_view type, name;
  Span from, to;
};

/// Whether the tokens are one value of that type, or of an `int` that is not negative, which no
/// round of the loop changes.
bool keeps_its_value(const KernelTree& tree, const Function& f, const Statement& loop,
                     const std::vector<Declared>& all, Span span, std::string_view type) {
  if (span.end - span.begin != 1) return false;
  const Token& only = tree.token(span.begin);
  if (is_whole_number(only) || tree.is_constant(only.text)) return true;
  const Declared* d = find_declared(tree, all, only.text);
  // A pointer to it could be used anywhere in the function.
  const auto is_addressed = [&](std::size_t i) {
    return tree.token(i).is(d->name) && tree.token(i - 1).is("&");
  };
  if (!d || scalar_of(*d) != type || may_change(tree, loop.all, d->name)) return false;
  for (std::size_t i = f.body().all.begin; i < f.body().all.end; ++i)
    if (is_addressed(i) || (tree.takes_address(tree.token(i).text) && tree.token(i + 1).is("(") &&
                            tree.has_word({i, closing(tree.tokens(), i + 1)}, d->name)))
      return false;
  return true;
}

std::optional<CountedLoop> counted(const KernelTree& tree, const Function& f, const Statement& s,
                                   const std::vector<Declared>& all,
                                   const std::vector<Variable>& variables) {
  if (s.kind != Statement::Kind::For || s.init.empty() || s.condition.end - s.condition.begin != 3)
    return {};
  const auto v = std::find_if(variables.begin(), variables.end(), [&](const Variable& variable) {
    return variable.all.begin == s.init.begin;
  });
  if (v == variables.end() || !v->value || tree.token(s.init.begin).is("const")) return {};
  if (v->type != "uint" && v->type != "ulong" && v->type != "size_t") return {};
  const auto is = [&](std::size_t i, std::string_view text) { return tree.token(i).is(text); };
  if (!is(s.condition.begin, v->name) || !is(s.condition.begin + 1, "<")) return {};
  const std::size_t step = s.step.begin;
  const bool counts = s.step.end - step == 2 && ((is(step, "++") && is(step + 1, v->name)) ||
                                                 (is(step, v->name) && is(step + 1, "++")));
  const Span to{s.condition.begin + 2, s.condition.end};
  const Statement& body = f.part(s, 0);
  if (!counts || may_change(tree, body.all, v->name) || tree.has_unknown(body.all) ||
      !keeps_its_value(tree, f, s, all, to, v->type))
    return {};
  return CountedLoop{v->type, v->name, *v->value, to};
}

/// Calls `rewrite(function, statement, what is declared, loop, edits)` for each loop that counts.
template <class Rewrite>
std::vector<Edits> each_counted(const KernelTree& tree, Rewrite rewrite) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    if (!all) continue;
    const std::vector<Variable> variables = variables_of(tree, f);
    for (const Statement& s : f.statements) {
      const auto loop = counted(tree, f, s, *all, variables);
      Edits edits(tree);
      if (loop && rewrite(f, s, *all, *loop, edits)) places.push_back(std::move(edits));
    }
  }
  return places;
}

/// Whether `[]` or a call's parentheses are all that the array is used with, so that no pointer to
/// it is kept.
bool is_used_as_array(const KernelTree& tree, const Function& f, const Declared& array) {
  for (std::size_t i = f.body().all.begin; i < f.body().all.end; ++i) {
    if (!tree.token(i).is(array.name) || i == array.at) continue;
    const Token &before = tree.token(i - 1), &after = tree.token(i + 1);
    const bool is_argument = (before.is("(") || before.is(",")) && (after.is(")") || after.is(","));
    if (before.is("&") || !(after.is("[") || is_argument)) return false;
  }
  return true;
}

/// Whether a pointer that may lead to the function's own arrays is among the tokens.
bool has_own_pointer(const KernelTree& tree, const std::vector<Declared>& all, Span span) {
  return std::any_of(all.begin(), all.end(), [&](const Declared& d) {
    return !d.is_parameter && d.type.find('*') != std::string::npos &&
           d.type.find("global") == std::string::npos && tree.has_word(span, d.name);
  });
}

}  // namespace

std::vector<Edits> unroll_rest(const KernelTree& tree) {
  return each_counted(tree, [&](const Function& f, const Statement& s, const auto&,
                                const CountedLoop& loop, Edits& edits) {
    const Statement& body = f.part(s, 0);
    if (tree.continues(f, body) || tree.breaks(f, body)) return false;
    const std::string i(loop.name), to = tree.text_of(loop.to), round = in_braces(tree, body);
    const std::string below = i + " < " + to;
    edits.replace(s.all, "{ " + tree.text_of(s.init) + "; while (" + below + " && " + to + " - " +
                             i + " > 1) { " + round + " ++" + i + "; " + round + " ++" + i +
                             "; } if (" + below + ") " + round + " }");
    return true;
  });
}

std::vector<Edits> narrow_counter(const KernelTree& tree) {
  const auto is_small = [&](Span span) {
    constexpr unsigned kMost = 127;
    unsigned value = 0;
    const std::string text = tree.text_of(span);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value <= kMost;
  };
  return each_counted(tree, [&](const Function&, const Statement& s, const auto&,
                                const CountedLoop& loop, Edits& edits) {
    if (!is_small(loop.from) || !is_small(loop.to)) return false;
    const std::string narrow = fresh_name(tree, std::string(loop.name) + "_narrow");
    edits.replace(s.init, "uchar " + narrow + " = " + tree.text_of(loop.from));
    for (std::size_t i = s.init.end; i < s.all.end; ++i) {
      if (!tree.token(i).is(loop.name) || tree.token(i - 1).is(".") || tree.token(i - 1).is("->"))
        continue;
      const bool steps = s.step.begin <= i && i < s.step.end;
      edits.replace({i, i + 1},
                    steps ? narrow : "((" + std::string(loop.type) + ")" + narrow + ")");
    }
    return true;
  });
}

std::vector<Edits> reversed_loop(const KernelTree& tree) {
  return each_counted(
      tree, [&](const Function& f, const Statement& s, const std::vector<Declared>& all,
                const CountedLoop& loop, Edits& edits) {
        const Statement* body = &f.part(s, 0);
        while (body->kind == Statement::Kind::Block && body->parts.size() == 1)
          body = &f.part(*body, 0);
        const std::size_t at = body->all.begin;
        const bool is_store = body->kind == Statement::Kind::Expression && body->all.end - at > 6 &&
                              tree.token(at + 1).is("[") && tree.token(at + 2).is(loop.name) &&
                              tree.token(at + 3).is("]") && tree.token(at + 4).is("=");
        if (!is_store) return false;
        const Declared* array = find_declared(tree, all, tree.token(at).text);
        const Span value{at + 5, body->all.end - 1};
        if (!array || array->is_parameter || array->array_dimensions != 1 || array->type.empty() ||
            array->type.find('*') != std::string::npos || array->type.find("volatile") == 0 ||
            array->type.find("local") != std::string::npos || !is_used_as_array(tree, f, *array) ||
            tree.has_word(value, array->name) || has_own_pointer(tree, all, value) ||
            tree.has_effects(value) || !keeps_its_value(tree, f, s, all, loop.from, loop.type))
          return false;
        const std::string i(loop.name);
        edits.replace({s.all.begin, f.part(s, 0).all.begin},
                      "for (" + std::string(loop.type) + " " + i + " = " + tree.text_of(loop.to) +
                          "; " + i + "-- > " + tree.text_of(loop.from) + ";)");
        return true;
      });
}

}  // namespace assay::opencl::shapes
