// The subcommand `assay new`.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "cmd/options/fill_in.h"
#include "cmd/options/tell.h"
#include "cmd/subcommands.h"
#include "ops/embedded_file.h"
#include "ops/error.h"
#include "ops/nearest_name.h"
#include "specs/json.h"

namespace assay::cmd {
namespace {

#include "kTemplates.inc"

namespace fs = std::filesystem;
using specs::Json;

/// A file to be written: its path in the source tree, its text, and the lines that are to be filled
/// in or changed.
struct NewFile {
  fs::path path;
  std::string text;
  std::vector<FillIn> lines;
};

void replace_all(std::string& text, const std::string& word, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size())
    text.replace(at, word.size(), by);
}

void require_name(const std::string& name) {
  const bool fits = !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
                    std::all_of(name.begin(), name.end(), [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
                    });
  if (!fits)
    throw Error(
        fmt::format("{}: an operator's name has lower-case letters, digits and '_', as "
                    "the DirectML struct has without DML_ and _OPERATOR_DESC",
                    name));
}

std::string filled(std::string_view from, const std::string& name) {
  std::string text(ops::find_file(kTemplates, from)->text), capitals = name;
  std::transform(name.begin(), name.end(), capitals.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  replace_all(text, "@NAME@", name);
  replace_all(text, "@CAPITALS@", capitals);
  return text;
}

std::vector<NewFile> own_files(const std::string& name) {
  std::vector<NewFile> files{
      {fs::path("specs") / "operators" / (name + ".json"), filled("operator.json.in", name), {}},
      {fs::path("ops") / "oracles" / (name + ".cpp"), filled("operator.cpp.in", name), {}},
      {fs::path("opencl") / "kernels" / (name + ".cl"), filled("operator.cl.in", name), {}}};
  for (NewFile& file : files) file.lines = fill_ins(file.text);
  return files;
}

/// A spec of each family in a source tree, by the family's name: the one with the shortest formula,
/// from which the least is to be taken out.
std::map<std::string, Json> families_in(const fs::path& tree) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(tree / "specs" / "operators"))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::map<std::string, Json> families;
  for (const fs::path& path : paths) {
    Json spec = specs::parse_json(specs::read_file(path), path.string());
    if (!spec.contains("family")) continue;
    const auto [at, is_first] = families.try_emplace(spec["family"], spec);
    if (spec["computes"].dump().size() < at->second["computes"].dump().size())
      at->second = std::move(spec);
  }
  return families;
}

/// The line of a spec's text at which a key stands, counted from 1.
std::size_t line_of(const std::string& text, const std::string& key) {
  const std::size_t at = text.find(fmt::format("\n  \"{}\": ", key));
  return 2 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The spec of an operator that begins as another one of its family.
NewFile family_file(const fs::path& tree, const std::string& name, const std::string& family) {
  const std::map<std::string, Json> families = families_in(tree);
  const auto like = families.find(family);
  if (like == families.end()) {
    std::vector<std::string> names;
    for (const auto& [known, spec] : families) names.push_back(known);
    throw Error(fmt::format("--family {}: there is no such family{}", family,
                            ops::nearest_words(family, names)));
  }
  Json spec = like->second;
  const std::string copied_from = spec["operator"];
  for (const char* key : {"errata", "examples"}) spec.erase(key);
  spec["operator"] = name;
  spec["summary"] = "FILL IN: one sentence that says what the operator does";
  spec["page"] = "https://example.invalid/FILL IN: the address of the operator's page";
  const std::string text = spec.dump(2) + "\n";
  const std::set<std::string> own{"$schema", "family", "operator", "summary", "page"};
  std::vector<FillIn> lines = fill_ins(text);
  for (const auto& [key, value] : spec.items())
    if (!own.contains(key))
      lines.push_back(
          {line_of(text, key),
           fmt::format("\"{}\" is that of {}: change it to what the page says", key, copied_from)});
  std::sort(lines.begin(), lines.end(),
            [](const FillIn& a, const FillIn& b) { return a.line < b.line; });
  return {fs::path("specs") / "operators" / (name + ".json"), text, std::move(lines)};
}

/// Writes the file's text into the tree, and tells which lines are to be filled in or changed.
void write(const fs::path& tree, const NewFile& file) {
  const std::string& text = file.text;
  const fs::path path = tree / file.path;
  if (std::ofstream out(path); !(out << text) || !out.flush())
    throw Error(fmt::format("{}: cannot be written", path.string()));
  say("{}\n", path.string());
  for (const FillIn& one : file.lines) say("  line {}: {}\n", one.line, one.what);
}

int make(const fs::path& tree, const std::string& name, const std::string& family) {
  require_name(name);
  if (!fs::is_directory(tree / "specs" / "operators"))
    throw Error(
        fmt::format("{}: is no source tree of assay: it has no specs/operators", tree.string()));
  const std::vector<NewFile> files =
      family.empty() ? own_files(name) : std::vector{family_file(tree, name, family)};
  for (const NewFile& file : files)
    if (fs::exists(tree / file.path))
      throw Error(fmt::format("{}: is there already", (tree / file.path).string()));
  for (const NewFile& file : files) write(tree, file);
  say("The files can be built and run as they are. Then:\n  assay spec specs/operators/{}.json\n  "
      "cmake --build build && build/assay run --operator {} --cases 5000\n",
      name, name);
  return 0;
}

}  // namespace

void add_new(CLI::App& app, Context& context) {
  struct Options {
    std::string name, family;
    fs::path tree = ".";
  };
  auto* sub = app.add_subcommand("new", "Write the files of a new operator");
  auto options = std::make_shared<Options>();
  sub->add_option("NAME", options->name, "The operator's name, such as element_wise_exp")
      ->required()
      ->type_name("");
  sub->add_option("--family", options->family,
                  "Write the short spec of an operator of this family (specs/families)")
      ->type_name("NAME");
  sub->add_option("--tree", options->tree, "The source tree of assay (default: this folder)")
      ->type_name("DIR");
  sub->footer(
      "It writes a spec, an oracle and kernels that copy the input, or a spec that says what "
      "another operator of the family computes, and names each line that is to be filled in or "
      "changed.\n\nExamples:\n  assay new upsample_2d\n  assay new element_wise_cbrt --family "
      "unary");
  sub->callback([&context, options] {
    context.action = [options] { return make(options->tree, options->name, options->family); };
  });
}

}  // namespace assay::cmd
