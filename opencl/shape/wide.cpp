// Variables of 32 bits that are kept in 64.
#include "opencl/shape/declared.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"
#include "opencl/shape/variables.h"

namespace assay::opencl::shapes {
namespace {

/// The end of the value that is assigned at token `at`, if the assignment is a statement or the
/// step of a loop of its own; 0 otherwise.
std::size_t end_of_assigned(const KernelTree& tree, const Function& f, std::size_t at) {
  for (const Statement& s : f.statements) {
    Span all;
    if (s.kind == Statement::Kind::Expression && s.all.begin == at)
      all = {at, s.all.end - 1};
    else if (s.kind == Statement::Kind::For && s.step.begin == at && !s.step.empty())
      all = s.step;
    if (!all.empty()) return parted(tree, all).size() == 1 ? all.end : 0;
  }
  return 0;
}

/// Whether a macro that may assign to its parameters, or is more than an expression, has the
/// variable among its arguments.
bool is_given_away(const KernelTree& tree, const Variable& v) {
  for (std::size_t i = v.scope.begin; i + 1 < v.scope.end; ++i)
    if (tree.may_assign(tree.token(i).text) && tree.token(i + 1).is("("))
      for (std::size_t k = i + 1, end = closing(tree.tokens(), i + 1); k < end; ++k)
        if (names(tree, v, k)) return true;
  return false;
}

bool widen(const KernelTree& tree, const Function& f, const Variable& v, Edits& edits) {
  const std::string type(v.type), wide_type = type == "uint" ? "ulong" : "long";
  if ((type != "uint" && type != "int") || may_be_addressed(tree, v) || is_given_away(tree, v))
    return false;
  const std::string wide = fresh_name(tree, std::string(v.name) + "_wide");
  const std::string value = "((" + type + ")" + wide + ")";
  edits.replace(v.all, wide_type + " " + wide +
                           (v.value ? " = (" + type + ")(" + tree.text_of(*v.value) + ")" : ""));
  for (std::size_t i = v.scope.begin; i < v.scope.end; ++i) {
    if (!names(tree, v, i)) continue;
    const Token &before = tree.token(i - 1), &after = tree.token(i + 1);
    if (before.is("++") || before.is("--")) {
      edits.replace({i - 1, i + 1}, "((" + type + ")" + std::string(before.text) + wide + ")");
    } else if (after.is("++") || after.is("--")) {
      edits.replace({i, i + 2}, "((" + type + ")" + wide + std::string(after.text) + ")");
    } else if (assigns(after)) {
      const std::size_t end = end_of_assigned(tree, f, i);
      if (end == 0) return false;
      const std::string sign(after.text.substr(0, after.text.size() - 1));
      edits.replace({i, i + 2},
                    wide + " = (" + type + ")(" + (sign.empty() ? "" : value + " " + sign + " ("));
      edits.after(end - 1, sign.empty() ? ")" : "))");
    } else {
      edits.replace({i, i + 1}, value);
    }
  }
  return true;
}

}  // namespace

std::vector<Edits> wide_variable(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions())
    for (const Variable& v : variables_of(tree, f)) {
      Edits edits(tree);
      if (widen(tree, f, v, edits)) places.push_back(std::move(edits));
    }
  return places;
}

}  // namespace assay::opencl::shapes
