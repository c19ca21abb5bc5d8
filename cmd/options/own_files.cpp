#include "cmd/options/own_files.h"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <vector>

#include "conformance/base/words.h"
#include "ops/error.h"
#include "ops/permitted.h"

namespace assay::cmd {
namespace {

std::vector<std::string> names_of(const specs::Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const auto& spec : catalogue.all()) names.push_back(spec->name());
  return names;
}

[[noreturn]] void complain(const std::string& where, const std::string& name,
                           const std::vector<std::string>& names) {
  throw Error(fmt::format("{}: there is no operator \"{}\"; the nearest is \"{}\"", where, name,
                          conformance::nearest_name(name, names)));
}

}  // namespace

void require_kernels(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  const std::string option = "--kernels " + folder.string();
  if (!std::filesystem::is_directory(folder)) throw Error(option + ": no such folder");
  bool any = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    const std::string name = file.substr(0, file.find('.'));
    const std::string where = option + "/" + file;
    if (entry.path().extension() != ".cl") {
      if (catalogue.find(name))
        throw Error(fmt::format("{}: kernels of {} are in a file {}.cl", where, name, name));
      continue;
    }
    if (!catalogue.find(entry.path().stem().string()))
      complain(where, entry.path().stem().string(), names_of(catalogue));
    if (!entry.is_regular_file() || !std::ifstream(entry.path()))
      throw Error(where + ": cannot be read");
    any = true;
  }
  if (!any) throw Error(option + ": holds no OPERATOR.cl");
}

void require_oracles(const specs::Catalogue& catalogue) {
  for (const auto& spec : catalogue.all())
    if (!ops::oracle_of(spec->name()))
      complain("--specs: " + spec->path, spec->name(), names_of(specs::Catalogue()));
}

}  // namespace assay::cmd
