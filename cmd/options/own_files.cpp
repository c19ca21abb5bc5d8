#include "cmd/options/own_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "opencl/program/kernel_file.h"
#include "ops/error.h"
#include "ops/nearest_name.h"

namespace assay::cmd {
namespace {

using Names = std::vector<std::string>;

Names operators_of(const specs::Catalogue& catalogue) {
  Names names;
  for (const auto& spec : catalogue.all()) names.push_back(spec->name());
  return names;
}

Names families_of(const specs::Catalogue& catalogue) {
  std::set<std::string> names;
  for (const auto& spec : catalogue.all())
    if (!spec->signature.family.empty()) names.insert(spec->signature.family);
  return {names.begin(), names.end()};
}

bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void complain(const std::string& where, const char* what, const std::string& name,
                           const Names& names) {
  throw Error(fmt::format("{}: there is no {} \"{}\"{}", where, what, name,
                          ops::nearest_words(name, names)));
}

/// The names of all files from which kernels of the catalogue's operators are read.
Names files_read(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  std::set<std::string> names;
  for (const auto& spec : catalogue.all())
    for (const std::string& file : opencl::kernel_text(spec->signature, folder).files)
      names.insert(std::filesystem::path(file).filename().string());
  return {names.begin(), names.end()};
}

}  // namespace

void require_kernels(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  static const std::string kRemedy =
      "give a folder of kernels, such as opencl/kernels of the source tree";
  const std::string option = "--kernels " + folder.string();
  if (!std::filesystem::is_directory(folder)) throw Error(option + ": no such folder; " + kRemedy);
  Names known = operators_of(catalogue), included;
  for (const std::string& family : families_of(catalogue)) known.push_back(family);
  bool any = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const std::string name = file.substr(0, file.find('.'));
    const std::string where = option + "/" + file, ending = entry.path().extension();
    if (ending == ".clh") included.push_back(file);
    if (ending != ".cl" && ending != ".clh") {
      if (has(known, name))
        throw Error(fmt::format("{}: kernels of {} are in a file {}.cl", where, name, name));
      continue;
    }
    if (ending == ".cl" && !has(known, entry.path().stem()))
      complain(where, "operator", entry.path().stem(), known);
    if (!entry.is_regular_file() || !std::ifstream(entry.path()))
      throw Error(where + ": cannot be read");
    any = true;
  }
  if (!any) throw Error(option + ": holds no OPERATOR.cl; " + kRemedy);
  if (included.empty()) return;
  const Names read = files_read(folder, catalogue);
  for (const std::string& file : included)
    if (!has(read, file))
      throw Error(fmt::format("{}/{}: no kernels include a file of that name{}", option, file,
                              ops::nearest_words(file, read)));
}

void require_oracles(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  const specs::Catalogue built_in;
  for (const auto& spec : catalogue.all())
    if (!built_in.find(spec->name()))
      complain("--specs: " + spec->path, "operator", spec->name(), operators_of(built_in));
  std::error_code none;
  const Names operators = operators_of(built_in), families = families_of(built_in);
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const std::string file = entry.path().filename().string();
    const std::string name = file.substr(0, file.find('.'));
    if (entry.path().extension() != ".json" && has(operators, name))
      throw Error(fmt::format("--specs {}: the spec of {} is in a file {}.json",
                              entry.path().string(), name, name));
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder / "families", none))
    if (!has(families, entry.path().stem()))
      complain("--specs: " + entry.path().string(), "family", entry.path().stem(), families);
}

}  // namespace assay::cmd
