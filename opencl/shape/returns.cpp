// Ways out of a function or a block.
#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"

namespace assay::opencl::shapes {
namespace {

/// Whether the statement is `return;`, alone or in braces.
bool only_returns(const Function& f, const Statement& s) {
  if (s.kind == Statement::Kind::Block) return s.parts.size() == 1 && only_returns(f, f.part(s, 0));
  return s.kind == Statement::Kind::Return && s.all.end - s.all.begin == 2;
}

/// Whether the block is the body of a function without a value.
bool is_void_body(const KernelTree& tree, const Function& f, const Statement& block) {
  return &block == &f.body() && is_void(tree, f);
}

}  // namespace

std::vector<Edits> guard_return(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const Statement& s = f.part(b, i);
    if (!is_void_body(tree, f, b) || s.kind != Statement::Kind::If || s.parts.size() != 1 ||
        !only_returns(f, f.part(s, 0)) || i + 1 == b.parts.size() ||
        declares_local_from(tree, f, b, i + 1))
      return false;
    edits.replace(s.all, "if (!(" + tree.text_of(s.condition) + ")) {");
    edits.after(f.part(b, b.parts.size() - 1).all.end - 1, "}");
    return true;
  });
}

std::vector<Edits> early_return(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const Statement& s = f.part(b, i);
    if (!is_void_body(tree, f, b) || i + 1 != b.parts.size() || s.kind != Statement::Kind::If ||
        s.parts.size() != 1)
      return false;
    edits.replace({s.all.begin, f.part(s, 0).all.begin},
                  "if (!(" + tree.text_of(s.condition) + ")) return;");
    return true;
  });
}

std::vector<Edits> else_rest(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const Statement& s = f.part(b, i);
    if (s.kind != Statement::Kind::If || s.parts.size() != 1 || !tree.leaves(f, f.part(s, 0)) ||
        i + 1 == b.parts.size() || declares_local_from(tree, f, b, i + 1))
      return false;
    edits.after(s.all.end - 1, "else {");
    edits.after(f.part(b, b.parts.size() - 1).all.end - 1, "}");
    return true;
  });
}

std::vector<Edits> one_round(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const Statement& body = f.body();
    std::size_t first = body.parts.size();
    while (first > 0 && !tree.declares_local(f.part(body, first - 1))) --first;
    if (!is_void(tree, f) || first == body.parts.size()) continue;
    Edits edits(tree);
    edits.before(f.part(body, first).all.begin, "for (bool once = true; once; once = false) {");
    // A return within a loop or a switch stays one.
    std::size_t left_until = 0;
    for (const Statement& s : f.statements) {
      if (s.all.begin < left_until || s.all.begin < f.part(body, first).all.begin) continue;
      if (s.is_loop() || s.kind == Statement::Kind::Switch) left_until = s.all.end;
      if (s.kind == Statement::Kind::Return) edits.replace(s.all, "break;");
    }
    edits.after(body.all.end - 2, "}");
    places.push_back(std::move(edits));
  }
  return places;
}

}  // namespace assay::opencl::shapes
