// Where a variable lies. A variable is a place where its declaration is alone in a statement of a
// block, or begins a `for`; where no other declaration of its name is in its scope, and no macro
// speaks of it by itself.
#include "opencl/shape/variables.h"

#include <algorithm>
#include <array>

#include "opencl/shape/declared.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"

namespace assay::opencl::shapes {

std::optional<Variable> variable_of(const KernelTree& tree, Span all, Span scope) {
  std::size_t at = all.begin;
  while (at < all.end && tree.token(at).is("const")) ++at;
  if (at + 2 > all.end || !tree.token(at).is_word() || !tree.token(at + 1).is_word()) return {};
  for (const char* word : {"local", "__local", "global", "constant", "private", "volatile",
                           "struct", "unsigned", "signed", "const", "event_t", "sampler_t"})
    if (tree.token(at).is(word) || tree.token(at + 1).is(word)) return {};
  Variable v{all, tree.token(at).text, tree.token(at + 1).text, {}, scope};
  at += 2;
  if (at == all.end) return v;
  if (!tree.token(at).is("=") || tree.token(at + 1).is("{")) return {};
  for (std::size_t i = at + 1; i < all.end; ++i) {
    if (tree.token(i).is(",")) return {};
    if (tree.token(i).is("(") || tree.token(i).is("[") || tree.token(i).is("{"))
      i = closing(tree.tokens(), i);
  }
  v.value = Span{at + 1, all.end};
  return v;
}

bool names(const KernelTree& tree, const Variable& v, std::size_t i) {
  return tree.token(i).is(v.name) && !tree.token(i - 1).is(".") && !tree.token(i - 1).is("->");
}

namespace {

/// Whether each use of the name in its scope is the variable.
bool is_clear(const KernelTree& tree, const Variable& v) {
  if (tree.is_in_macros(v.name)) return false;
  for (std::size_t i = v.scope.begin; i < v.scope.end; ++i) {
    if (!names(tree, v, i) || i == v.scope.begin) continue;
    // Behind a word or a `*` that a type's name comes before it may be another declaration.
    const Token& before = tree.token(i - 1);
    if (before.is_word() && !before.is("return") && !before.is("else") && !before.is("do"))
      return false;
    // A declaration of several names may declare it again.
    if (before.is(",") && i + 1 < v.scope.end && tree.token(i + 1).is("=")) return false;
    if (i + 1 < v.scope.end && tree.token(i + 1).is("(")) return false;
  }
  return true;
}

}  // namespace

bool may_be_addressed(const KernelTree& tree, const Variable& v) {
  for (std::size_t i = v.scope.begin; i < v.scope.end; ++i) {
    if (names(tree, v, i) && tree.token(i - 1).is("&")) return true;
    if (tree.takes_address(tree.token(i).text) && i + 1 < v.scope.end && tree.token(i + 1).is("("))
      for (std::size_t k = i + 1, end = closing(tree.tokens(), i + 1); k < end; ++k)
        if (names(tree, v, k)) return true;
  }
  return false;
}

std::vector<Variable> variables_of(const KernelTree& tree, const Function& f) {
  std::vector<Variable> found;
  for (const Statement& s : f.statements) {
    if (s.kind == Statement::Kind::For)
      if (const auto v = variable_of(tree, s.init, {s.init.end, s.all.end})) found.push_back(*v);
    if (s.kind != Statement::Kind::Block) continue;
    for (const std::size_t part : s.parts) {
      const Statement& d = f.statements[part];
      if (d.kind != Statement::Kind::Declaration) continue;
      if (const auto v =
              variable_of(tree, {d.all.begin, d.all.end - 1}, {d.all.end - 1, s.all.end}))
        found.push_back(*v);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const Variable& a, const Variable& b) { return a.all.begin < b.all.begin; });
  std::erase_if(found, [&](const Variable& v) { return !is_clear(tree, v); });
  return found;
}

std::string fresh_name(const KernelTree& tree, std::string name) {
  while (tree.is_used(name)) name += "_";
  return name;
}

namespace {

/// Calls `rewrite(variable, edits)` for each variable that is a place.
template <class Rewrite>
std::vector<Edits> each_variable(const KernelTree& tree, Rewrite rewrite) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions())
    for (const Variable& v : variables_of(tree, f)) {
      Edits edits(tree);
      if (rewrite(v, edits)) places.push_back(std::move(edits));
    }
  return places;
}

std::string new_name(const KernelTree& tree, const Variable& v, const char* ending) {
  return fresh_name(tree, std::string(v.name) + ending);
}

/// Declares something in the variable's place by `declaration`, and puts `use` where the variable
/// is used.
void relocate(const KernelTree& tree, const Variable& v, const std::string& declaration,
              const std::string& use, Edits& edits) {
  std::string text = declaration;
  if (v.value) text += "; " + use + " = " + tree.text_of(*v.value);
  edits.replace(v.all, text);
  for (std::size_t i = v.scope.begin; i < v.scope.end; ++i)
    if (names(tree, v, i)) edits.replace({i, i + 1}, use);
}

/// In a `for` there is no room for two statements, so only declarations of blocks are moved.
bool is_in_block(const KernelTree& tree, const Variable& v) {
  return !(tree.token(v.all.begin - 1).is("(") && tree.token(v.all.begin - 2).is("for"));
}

}  // namespace

std::vector<Edits> volatile_variable(const KernelTree& tree) {
  return each_variable(tree, [&](const Variable& v, Edits& edits) {
    if (may_be_addressed(tree, v)) return false;
    edits.before(v.all.begin, "volatile");
    return true;
  });
}

namespace {

/// Whether the value may be known to a compiler, so that the variable may be the size of an array.
bool is_number(const KernelTree& tree, Span value) {
  for (std::size_t i = value.begin; i < value.end; ++i)
    if (tree.token(i).is_word() && !tree.is_constant(tree.token(i).text)) return false;
  return true;
}

}  // namespace

std::vector<Edits> const_variable(const KernelTree& tree) {
  return each_variable(tree, [&](const Variable& v, Edits& edits) {
    const std::size_t first = v.all.begin;
    if (!is_in_block(tree, v) || !v.value || !is_scalar(v.type)) return false;
    if (tree.token(first).is("const")) {
      if (tree.token(first + 1).is("const") || is_number(tree, *v.value)) return false;
      edits.replace({first, first + 2}, std::string(v.type));
      return true;
    }
    if (may_be_addressed(tree, v) || may_change(tree, v.scope, v.name)) return false;
    edits.before(first, "const");
    return true;
  });
}

std::vector<Edits> private_array(const KernelTree& tree) {
  return each_variable(tree, [&](const Variable& v, Edits& edits) {
    if (!is_in_block(tree, v)) return false;
    const std::string name = new_name(tree, v, "_array");
    relocate(tree, v, std::string(v.type) + " " + name + "[2]", name + "[get_local_id(0) & 1]",
             edits);
    return true;
  });
}

std::vector<Edits> struct_member(const KernelTree& tree) {
  return each_variable(tree, [&](const Variable& v, Edits& edits) {
    if (!is_in_block(tree, v)) return false;
    const std::string name = new_name(tree, v, "_struct"), type(v.type);
    relocate(tree, v, "struct { uchar before; " + type + " member; } " + name, name + ".member",
             edits);
    return true;
  });
}

std::vector<Edits> vector_lane(const KernelTree& tree) {
  return each_variable(tree, [&](const Variable& v, Edits& edits) {
    constexpr std::array<std::string_view, 9> kTypes{"char", "uchar", "short", "ushort", "int",
                                                     "uint", "long",  "ulong", "float"};
    if (!is_in_block(tree, v) || may_be_addressed(tree, v) ||
        std::find(kTypes.begin(), kTypes.end(), v.type) == kTypes.end())
      return false;
    const std::string name = new_name(tree, v, "_vector");
    relocate(tree, v, std::string(v.type) + "4 " + name, name + ".w", edits);
    return true;
  });
}

}  // namespace assay::opencl::shapes
