// Conditions, and what depends on them.
#include <algorithm>
#include <iterator>

#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"

namespace assay::opencl::shapes {
namespace {

/// The first `sign` outside of brackets; the span's end where there is none, or where an operator
/// that binds less is outside of brackets, too.
std::size_t first_of(const KernelTree& tree, Span span, std::string_view sign) {
  std::size_t first = span.end;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const Token& t = tree.token(i);
    if (t.is("?") || t.is(",") || t.is("=") || (t.is("||") && sign == "&&")) return span.end;
    if (t.text.size() > 1 && t.text.back() == '=' && t.kind == Token::Kind::Sign && !t.is("==") &&
        !t.is("!=") && !t.is("<=") && !t.is(">="))
      return span.end;
    if (t.is(sign) && first == span.end) first = i;
    if (t.is("(") || t.is("[") || t.is("{")) i = closing(tree.tokens(), i);
  }
  return first;
}

}  // namespace

std::vector<Edits> if_loop(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Statement::Kind::If || s.parts.size() != 1) return false;
    const Statement& body = f.part(s, 0);
    if (tree.breaks(f, body) || tree.continues(f, body)) return false;
    edits.replace({s.all.begin, s.all.begin + 1}, "while");
    edits.before(body.all.begin, "{");
    edits.after(body.all.end - 1, "break; }");
    return true;
  });
}

std::vector<Edits> negated_if(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Statement::Kind::If) return false;
    const std::string other = s.parts.size() > 1 ? in_braces(tree, f.part(s, 1)) : "{}";
    edits.replace(s.all, "if (!(" + tree.text_of(s.condition) + ")) " + other + " else " +
                             in_braces(tree, f.part(s, 0)));
    return true;
  });
}

std::vector<Edits> split_condition(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Statement::Kind::If || s.parts.size() != 1) return false;
    const Statement& body = f.part(s, 0);
    const auto parts_of = [&](std::size_t at) {
      return std::pair{tree.text_of({s.condition.begin, at}),
                       tree.text_of({at + 1, s.condition.end})};
    };
    if (const std::size_t both = first_of(tree, s.condition, "&&"); both < s.condition.end) {
      const auto [a, b] = parts_of(both);
      edits.replace({s.all.begin, body.all.begin}, "if (" + a + ") { if (" + b + ")");
      edits.after(body.all.end - 1, "}");
      return true;
    }
    const std::size_t either = first_of(tree, s.condition, "||");
    if (either == s.condition.end || !tree.leaves(f, body)) return false;
    const auto [a, b] = parts_of(either);
    const std::string leave = in_braces(tree, body);
    edits.replace(s.all, "{ if (" + a + ") " + leave + " if (" + b + ") " + leave + " }");
    return true;
  });
}

namespace {

/// The statement itself, or the only one in its braces.
const Statement& without_braces(const Function& f, const Statement& s) {
  return s.kind == Statement::Kind::Block && s.parts.size() == 1 ? without_braces(f, f.part(s, 0))
                                                                 : s;
}

bool is_lone_if(const Statement& s) { return s.kind == Statement::Kind::If && s.parts.size() == 1; }

std::string joined(const KernelTree& tree, const Statement& a, const char* sign,
                   const Statement& b) {
  return "if ((" + tree.text_of(a.condition) + ") " + sign + " (" + tree.text_of(b.condition) +
         ")) ";
}

}  // namespace

std::vector<Edits> joined_condition(const KernelTree& tree) {
  std::vector<Edits> places =
      each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
        if (!is_lone_if(s)) return false;
        const Statement& inner = without_braces(f, f.part(s, 0));
        if (!is_lone_if(inner)) return false;
        edits.replace(s.all, joined(tree, s, "&&", inner) + in_braces(tree, f.part(inner, 0)));
        return true;
      });
  std::vector<Edits> returns =
      each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
        if (i + 1 == b.parts.size() || !is_lone_if(f.part(b, i)) || !is_lone_if(f.part(b, i + 1)))
          return false;
        const Statement &first = f.part(b, i), &second = f.part(b, i + 1);
        const Statement &leave = f.part(first, 0), &other = f.part(second, 0);
        if (!tree.leaves(f, leave) || tree.text_of(without_braces(f, leave).all) !=
                                          tree.text_of(without_braces(f, other).all))
          return false;
        edits.replace({first.all.begin, second.all.end},
                      joined(tree, first, "||", second) + in_braces(tree, leave));
        return true;
      });
  std::move(returns.begin(), returns.end(), std::back_inserter(places));
  std::sort(places.begin(), places.end(),
            [](const Edits& a, const Edits& b) { return a.first() < b.first(); });
  return places;
}

std::vector<Edits> if_switch(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    if (s.kind != Statement::Kind::If) return false;
    for (const std::size_t part : s.parts)
      if (tree.breaks(f, f.statements[part])) return false;
    const std::string other = s.parts.size() > 1 ? in_braces(tree, f.part(s, 1)) + " " : "";
    edits.replace(s.all, "switch ((" + tree.text_of(s.condition) + ") ? 3 : 5) { default: " +
                             other + "break; case 3: " + in_braces(tree, f.part(s, 0)) + " }");
    return true;
  });
}

std::vector<Edits> twin_branches(const KernelTree& tree) {
  return each_statement(tree, [&](const Function&, const Statement& s, Edits& edits) {
    const bool may_be = s.kind == Statement::Kind::Expression || s.kind == Statement::Kind::If ||
                        s.kind == Statement::Kind::For || s.kind == Statement::Kind::While;
    if (!may_be || tree.has_barrier(s.all)) return false;
    const std::string twin = in_braces(tree, s);
    edits.replace(s.all, "{ if (get_local_id(0) & 1) " + twin + " else " + twin + " }");
    return true;
  });
}

std::vector<Edits> do_once(const KernelTree& tree) {
  return each_statement(tree, [&](const Function& f, const Statement& s, Edits& edits) {
    const bool may_be = s.kind == Statement::Kind::Expression || s.kind == Statement::Kind::If ||
                        s.kind == Statement::Kind::For || s.kind == Statement::Kind::While;
    if (!may_be || tree.breaks(f, s) || tree.continues(f, s)) return false;
    edits.replace(s.all, std::string("do ") + in_braces(tree, s) + " while (" + kNever + ");");
    return true;
  });
}

}  // namespace assay::opencl::shapes
