// Elements of arrays, by sums of addresses.
#include <algorithm>

#include "opencl/shape/declared.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"

namespace assay::opencl::shapes {
namespace {

/// `NAME[INDEX]`, where the name may be a member: `a->b.NAME[INDEX]`.
struct Element {
  /// What stands before the brackets, and between them.
  Span array, index;
  Span all() const { return {array.begin, index.end + 1}; }
};

/// The element whose array's name is token `at`, if it is one and is not declared there.
std::optional<Element> element_at(const KernelTree& tree, const Function& f,
                                  const std::vector<Declared>& all, std::size_t at) {
  const auto is = [&](std::size_t i, std::string_view text) { return tree.token(i).is(text); };
  if (!tree.token(at).is_word() || !is(at + 1, "[") || is_in_switch(f, at)) return {};
  if (std::any_of(all.begin(), all.end(), [&](const Declared& d) { return d.at == at; })) return {};
  std::size_t begin = at;
  while (is(begin - 1, ".") || is(begin - 1, "->")) {
    begin -= 2;
    if (!tree.token(begin).is_word()) return {};
  }
  const Token& before = tree.token(begin - 1);
  if (before.is_word() && !before.is("return") && !before.is("else") && !before.is("do")) return {};
  return Element{{begin, at + 1}, {at + 2, closing(tree.tokens(), at + 1)}};
}

/// Calls `rewrite(element, what is declared, edits)` for each element.
template <class Rewrite>
std::vector<Edits> each_element(const KernelTree& tree, Rewrite rewrite) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    if (!all) continue;
    for (std::size_t i = f.body().all.begin; i + 1 < f.body().all.end; ++i) {
      const auto element = element_at(tree, f, *all, i);
      Edits edits(tree);
      if (element && rewrite(*element, *all, edits)) places.push_back(std::move(edits));
    }
  }
  return places;
}

/// The last word of a type, which names what a pointer points to; empty where it may hold more than
/// that.
std::string pointed_to(const KernelTree& tree, const std::string& type) {
  const std::string word = type.substr(type.rfind(' ') + 1);
  const auto has = [&](const char* other) { return tree.mentions(word, other); };
  if (type.find('*') != std::string::npos || word.empty() || word == "void" || has("const") ||
      has("volatile") || has("global") || has("constant") || has("local") || has("private") ||
      has("void"))
    return {};
  for (const char* other : {"unsigned", "signed", "struct", "static", "bool", "half"})
    if (type.find(other) != std::string::npos) return {};
  return word;
}

}  // namespace

std::vector<Edits> pointer_sum(const KernelTree& tree) {
  return each_element(tree, [&](const Element& e, const std::vector<Declared>&, Edits& edits) {
    edits.replace(e.all(), "(*(" + tree.text_of(e.array) + " + (" + tree.text_of(e.index) + ")))");
    return true;
  });
}

std::vector<Edits> byte_address(const KernelTree& tree) {
  return each_element(tree, [&](const Element& e, const std::vector<Declared>& all, Edits& edits) {
    const Declared* d = find_declared(tree, all, tree.token(e.array.begin).text);
    if (!d || e.array.end - e.array.begin != 1) return false;
    std::string type = d->type;
    const bool is_pointer = d->array_dimensions == 0 && type.ends_with("*");
    if (is_pointer) type.pop_back();
    const std::string element = pointed_to(tree, type);
    if (element.empty() || !(is_pointer || d->array_dimensions == 1)) return false;
    std::string space = type.substr(0, type.size() - element.size());
    const bool has_space =
        space.find("local") != std::string::npos || space.find("global") != std::string::npos ||
        space.find("constant") != std::string::npos || space.find("private") != std::string::npos;
    if (!is_pointer && !d->is_parameter && !has_space) space = "private " + space;
    edits.replace(e.all(), "(*(" + space + element + "*)((" + space + "uchar*)" +
                               std::string(d->name) + " + (long)(" + tree.text_of(e.index) +
                               ") * (long)sizeof(" + element + ")))");
    return true;
  });
}

}  // namespace assay::opencl::shapes
