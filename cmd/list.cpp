// The subcommand `assay list`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cmd/subcommands.h"
#include "opencl/program/kernel_file.h"
#include "opencl/shape/rewriting.h"
#include "specs/case.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::cmd {
namespace {

std::vector<std::string> levels_of(const specs::Spec& spec) {
  std::vector<std::string> levels;
  for (const specs::Support& s : spec.support) levels.emplace_back(s.level.name());
  return levels;
}

std::vector<std::string> rules_of(const specs::Spec& spec) {
  std::vector<std::string> ids;
  for (const specs::Rule& r : spec.rules) ids.push_back(r.id);
  for (const specs::DataRule& r : spec.data_rules) ids.push_back(r.id);
  return ids;
}

std::vector<std::string> variants_of(const specs::Spec& spec) {
  std::vector<std::string> names;
  const opencl::KernelFile file = opencl::load_kernels(spec.signature);
  for (const opencl::Variant& v : file.variants) names.push_back(v.name);
  return names;
}

template <class Enum>
std::vector<std::string> fill_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(specs::name_of(static_cast<Enum>(i)));
  return names;
}

int list(const specs::Catalogue& catalogue, bool json) {
  const auto fills = fill_names<specs::Fill>(specs::kFills);
  const auto index_fills = fill_names<specs::IndexFill>(specs::kIndexFills);
  specs::Json all;
  // The text is printed only at the end, so that nothing is printed where one operator's kernels
  // cannot be loaded.
  std::size_t width = 0;
  for (const auto& spec : catalogue.all()) width = std::max(width, spec->name().size());
  std::string text =
      fmt::format("{:<{}}  {:<9}{:>5}  Variants\n", "Operator", width, "Levels", "Rules");
  for (const auto& spec : catalogue.all()) {
    all["operators"][spec->name()] = {{"desc", spec->desc},
                                      {"levels", levels_of(*spec)},
                                      {"rules", rules_of(*spec)},
                                      {"variants", variants_of(*spec)}};
    text += fmt::format("{:<{}}  {:<9}{:>5}  {}\n", spec->name(), width,
                        levels_of(*spec).front() + "–" + levels_of(*spec).back(),
                        rules_of(*spec).size(), fmt::join(variants_of(*spec), " "));
  }
  all["fills"] = fills;
  all["index_fills"] = index_fills;
  if (json)
    fmt::print("{}\n", specs::json_text(all, 2));
  else
    fmt::print("{}\nfills        {}\nindex fills  {}\n", text, fmt::join(fills, " "),
               fmt::join(index_fills, " "));
  return 0;
}

int list_shapes(bool json) {
  specs::Json all;
  std::string text;
  for (const opencl::Rewriting& r : opencl::rewritings()) {
    all["rewritings"][std::string(r.name)] = r.why;
    text += fmt::format("{}\n  {}\n", r.name, r.why);
  }
  fmt::print("{}", json ? specs::json_text(all, 2) + "\n" : text);
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Context& context) {
  auto* sub =
      app.add_subcommand("list", "List operators, fills and index fills, a line an operator");
  auto json = std::make_shared<bool>();
  sub->add_flag("--json", *json, "One JSON object");
  auto shapes = std::make_shared<bool>();
  sub->add_flag("--shapes", *shapes, "Rewritings of kernels, and why each keeps the meaning");
  sub->footer(
      "assay describe OPERATOR tells an operator's rules.\n\nExamples:\n  assay list\n  assay list "
      "--json\n  assay list --shapes");
  sub->callback([&context, json, shapes] {
    context.action = [&context, json, shapes] {
      return *shapes ? list_shapes(*json) : list(specs::Catalogue(context.specs), *json);
    };
  });
}

}  // namespace assay::cmd
