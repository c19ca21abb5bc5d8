// What every fuzzer needs: settings, specs, and the exit on an error.
#include "fuzz/environment.h"

#include <fmt/format.h>

#include <cstdlib>

namespace assay::fuzz {

void give_up(const std::exception& e) {
  fmt::print(stderr, "assay: {}\n", e.what());
  std::_Exit(2);
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

const specs::Catalogue& catalogue() {
  static const specs::Catalogue* const all = [] {
    try {
      std::optional<std::filesystem::path> folder;
      if (const std::string specs = setting("ASSAY_SPECS"); !specs.empty()) folder = specs;
      return new specs::Catalogue(folder);
    } catch (const std::exception& e) {
      give_up(e);
    }
  }();
  return *all;
}

}  // namespace assay::fuzz
