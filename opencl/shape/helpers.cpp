// Helpers, and what they are called with.
#include <algorithm>
#include <optional>

#include "opencl/shape/declared.h"
#include "opencl/shape/shapes.h"
#include "opencl/shape/statements.h"
#include "opencl/shape/variables.h"

namespace assay::opencl::shapes {
namespace {

/// The tokens of the helper's name where it is called. Nothing if it may be used in another way.
std::optional<std::vector<std::size_t>> calls_of(const KernelTree& tree, const Function& f) {
  if (f.is_kernel || tree.is_in_macros(f.name)) return {};
  std::vector<std::size_t> calls;
  for (std::size_t i = 1; i + 1 < tree.tokens().size(); ++i) {
    if (!tree.token(i).is(f.name) || i == f.head.end) continue;
    const Token& before = tree.token(i - 1);
    const bool is_declared =
        before.is_word() && !before.is("return") && !before.is("else") && !before.is("do");
    if (is_declared || before.is(".") || before.is("->") || !tree.token(i + 1).is("(")) return {};
    const std::size_t close = closing(tree.tokens(), i + 1);
    if (close + 1 >= tree.tokens().size() || tree.token(close + 1).is("{")) return {};
    calls.push_back(i);
  }
  return calls;
}

/// The text without the word `const`.
std::string without_const(const std::string& type) {
  return type.starts_with("const ") ? type.substr(6) : type;
}

}  // namespace

std::vector<Edits> extra_parameter(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto calls = calls_of(tree, f);
    if (!calls || f.parameters.empty() || tree.has_word(f.parameters, "void")) continue;
    Edits edits(tree);
    edits.after(f.parameters.end - 1, ", uint " + fresh_name(tree, "extra"));
    bool has_arguments = true;
    for (const std::size_t call : *calls) {
      const std::size_t close = closing(tree.tokens(), call + 1);
      has_arguments = has_arguments && close != call + 2;
      edits.after(close - 1, ", (uint)get_local_id(0)");
    }
    if (has_arguments) places.push_back(std::move(edits));
  }
  return places;
}

std::vector<Edits> pointer_parameter(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    if (f.is_kernel || !all) continue;
    const std::vector<Span> parameters = parted(tree, f.parameters);
    const auto count = static_cast<std::size_t>(
        std::count_if(all->begin(), all->end(), [](const Declared& d) { return d.is_parameter; }));
    if (count != parameters.size()) continue;
    for (std::size_t p = 0; p < count; ++p) {
      // Parameters come first, in their order.
      const Declared& d = (*all)[p];
      const std::string type = without_const(d.type);
      if (type.empty() || type.find_first_of(" *") != std::string::npos ||
          d.array_dimensions != 0 || find_declared(tree, *all, d.name) != &d)
        continue;
      const std::string own = fresh_name(tree, std::string(f.name) + "_at"),
                        pointer = fresh_name(tree, std::string(d.name) + "_at");
      Edits edits(tree);
      edits.replace({f.head.end, f.head.end + 1}, own);
      edits.replace(parameters[p], "private " + type + "* " + pointer);
      for (std::size_t i = f.body().all.begin; i < f.body().all.end; ++i)
        if (tree.token(i).is(d.name) && !tree.token(i - 1).is(".") && !tree.token(i - 1).is("->"))
          edits.replace({i, i + 1}, "(*" + pointer + ")");
      std::string outer = tree.text_of(f.head) + " " + std::string(f.name) + "(", arguments;
      for (std::size_t k = 0; k < count; ++k) {
        const std::string name((*all)[k].name), comma = k > 0 ? ", " : "";
        outer += comma + (k == p ? type + " " + name : tree.text_of(parameters[k]));
        arguments += comma + (k == p ? "&" : "") + name;
      }
      edits.after(f.body().all.end - 1, outer + ") { " + (is_void(tree, f) ? "" : "return ") + own +
                                            "(" + arguments + "); }");
      places.push_back(std::move(edits));
    }
  }
  return places;
}

std::vector<Edits> private_copy(const KernelTree& tree) {
  std::vector<Edits> places;
  for (const Function& f : tree.functions()) {
    const auto all = declared_in(tree, f);
    const Span body = f.body().all;
    if (!all || f.body().parts.empty()) continue;
    for (const Declared& d : *all) {
      const std::string type = d.type.ends_with('*') ? d.type : std::string(scalar_of(d));
      if (!d.is_parameter || type.empty() || d.array_dimensions != 0 ||
          find_declared(tree, *all, d.name) != &d)
        continue;
      const std::string copy = fresh_name(tree, std::string(d.name) + "_copy");
      Edits edits(tree);
      edits.after(body.begin, type + " " + copy + " = " + std::string(d.name) + ";");
      bool is_clear = true;
      for (std::size_t i = body.begin + 1; i < body.end; ++i) {
        if (!tree.token(i).is(d.name) || tree.token(i - 1).is(".") || tree.token(i - 1).is("->"))
          continue;
        is_clear = is_clear && !is_in_switch(f, i);
        edits.replace({i, i + 1}, copy);
      }
      if (is_clear) places.push_back(std::move(edits));
    }
  }
  return places;
}

}  // namespace assay::opencl::shapes
