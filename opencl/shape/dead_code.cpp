// Code that never runs, and barriers that change nothing.
#include <array>

#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"

namespace assay::opencl::shapes {
namespace {

constexpr std::array<std::string_view, 12> kScalars{"bool",   "char",  "uchar",  "short",
                                                    "ushort", "int",   "uint",   "long",
                                                    "ulong",  "float", "double", "size_t"};

/// The text of a return, for a function without a value or with that of a scalar; empty for others.
std::string some_return(const KernelTree& tree, const Function& f) {
  if (is_void(tree, f)) return "return;";
  if (f.head.end - f.head.begin != 2 || !tree.token(f.head.begin).is("static")) return {};
  for (const std::string_view scalar : kScalars)
    if (tree.token(f.head.begin + 1).is(scalar)) return "return 0;";
  return {};
}

/// The last name of the parameters that is a pointer to global memory which may be written; empty
/// if there is none.
std::string writable(const KernelTree& tree, const Function& f) {
  std::string name;
  for (std::size_t begin = f.parameters.begin; begin < f.parameters.end;) {
    std::size_t end = begin;
    while (end < f.parameters.end && !tree.token(end).is(",") && !tree.token(end).is("(")) ++end;
    if (end < f.parameters.end && tree.token(end).is("(")) return {};
    // `global T* name`
    if (end - begin == 4 && tree.token(begin).is("global") && tree.token(begin + 2).is("*") &&
        !tree.token(begin + 1).is("void"))
      name = tree.token(begin + 3).text;
    begin = end + 1;
  }
  return name;
}

}  // namespace

std::vector<Edits> dead_return(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const std::string way_out = some_return(tree, f);
    if (way_out.empty()) return false;
    edits.before(f.part(b, i).all.begin, std::string("if (") + kNever + ") " + way_out);
    return true;
  });
}

std::vector<Edits> dead_item_return(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    if (!f.is_kernel) return false;
    edits.before(f.part(b, i).all.begin, "if (get_local_id(0) >= get_local_size(0)) return;");
    return true;
  });
}

std::vector<Edits> dead_loop(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    edits.before(f.part(b, i).all.begin, std::string("if (") + kNever + ") while (true) { }");
    return true;
  });
}

std::vector<Edits> dead_store(const KernelTree& tree) {
  return each_part(tree, [&](const Function& f, const Statement& b, std::size_t i, Edits& edits) {
    const std::string name = f.is_kernel ? writable(tree, f) : std::string();
    if (name.empty()) return false;
    edits.before(f.part(b, i).all.begin, std::string("if (") + kNever + ") " + name + "[0] = 0;");
    return true;
  });
}

std::vector<Edits> uniform_barrier(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    if (!f.is_kernel) continue;
    for (const std::size_t part : f.body().parts) {
      const Statement& s = f.statements[part];
      if (tree.returns(s)) break;
      Edits edits(tree);
      edits.after(s.all.end - 1, "barrier(CLK_LOCAL_MEM_FENCE);");
      places.push_back(std::move(edits));
    }
  }
  return places;
}

}  // namespace assay::opencl::shapes
