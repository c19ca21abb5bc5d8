// Calls of functions.
#include "opencl/shape/places.h"
#include "opencl/shape/shapes.h"

namespace assay::opencl::shapes {

std::vector<Edits> id_from_group(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions())
    for (std::size_t i = f.body().all.begin; i + 3 < f.body().all.end; ++i) {
      if (!tree.token(i).is("get_global_id") || !tree.token(i + 1).is("(") ||
          tree.token(i + 2).kind != Token::Kind::Number || !tree.token(i + 3).is(")"))
        continue;
      const std::string d = "(" + std::string(tree.token(i + 2).text) + ")";
      Edits edits(tree);
      edits.replace({i, i + 4}, "(get_global_offset" + d + " + (get_group_id" + d +
                                    " + 1 == get_num_groups" + d + " ? get_global_size" + d +
                                    " - get_local_size" + d + " : get_group_id" + d +
                                    " * get_local_size" + d + ") + get_local_id" + d + ")");
      places.push_back(std::move(edits));
    }
  return places;
}

std::vector<Edits> no_inline(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    if (f.head.empty() || !tree.token(f.head.begin).is("static") ||
        tree.has_word(f.head, "__attribute__") || tree.has_barrier(f.body().all))
      continue;
    Edits edits(tree);
    edits.before(f.head.begin, "__attribute__((noinline))");
    places.push_back(std::move(edits));
  }
  return places;
}

}  // namespace assay::opencl::shapes
