#pragma once

#include <string>
#include <vector>

#include "opencl/shape/edits.h"
#include "opencl/shape/kernel_tree.h"

namespace assay::opencl {

/// Conditions that hold always, and never, of which no compiler knows it: each launch has two
/// dimensions, so the third one has one item and no offset, which OpenCL promises.
constexpr const char *kAlways = "get_global_size(2) == 1", *kNever = "get_global_offset(2) != 0";

/// `rewrite(tree, function, statement, edits)` gives whether the statement is a place, and then
/// makes the changes.
template <class Rewrite>
std::vector<Edits> each_statement(const KernelTree& tree, Rewrite rewrite) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions())
    for (const Statement& s : f.statements) {
      Edits edits(tree);
      if (rewrite(f, s, edits)) places.push_back(std::move(edits));
    }
  return places;
}

/// The same for `rewrite(function, block, number of a part of the block, edits)`.
template <class Rewrite>
std::vector<Edits> each_part(const KernelTree& tree, Rewrite rewrite) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions())
    for (const Statement& block : f.statements) {
      if (block.kind != Statement::Kind::Block) continue;
      for (std::size_t i = 0; i < block.parts.size(); ++i) {
        Edits edits(tree);
        if (rewrite(f, block, i, edits)) places.push_back(std::move(edits));
      }
    }
  return places;
}

/// Whether the function gives no value.
inline bool is_void(const KernelTree& tree, const Function& f) {
  return f.is_kernel || tree.has_word(f.head, "void");
}

/// Whether a part of the block from number `from` on declares memory of the group.
inline bool declares_local_from(const KernelTree& tree, const Function& f, const Statement& block,
                                std::size_t from) {
  for (std::size_t i = from; i < block.parts.size(); ++i)
    if (tree.declares_local(f.part(block, i))) return true;
  return false;
}

/// The statement's text in braces.
inline std::string in_braces(const KernelTree& tree, const Statement& s) {
  return s.kind == Statement::Kind::Block ? tree.text_of(s.all) : "{ " + tree.text_of(s.all) + " }";
}

/// A loop's condition, which may be left out in a `for`.
inline std::string condition_of(const KernelTree& tree, const Statement& s) {
  return s.condition.empty() ? "true" : tree.text_of(s.condition);
}

}  // namespace assay::opencl
