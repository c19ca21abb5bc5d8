// What every fuzzer needs: settings, specs, and the exit on an error.
#include "fuzz/environment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

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
  static const specs::Catalogue* const loaded = [] {
    try {
      std::optional<std::filesystem::path> folder;
      if (const std::string specs = setting("ASSAY_SPECS"); !specs.empty()) folder = specs;
      const auto* const catalogue = new specs::Catalogue(folder);
      // What an input reaches must not depend on whether it is the first of its operator.
      catalogue->all();
      return catalogue;
    } catch (const std::exception& e) {
      give_up(e);
    }
  }();
  return *loaded;
}

const std::vector<const specs::Spec*>& chosen() {
  static const auto* const specs = [] {
    try {
      std::vector<std::string> names;
      std::istringstream text(setting("ASSAY_OPERATOR"));
      for (std::string name; std::getline(text, name, ',');) names.push_back(name);
      return new std::vector(catalogue().chosen(names));
    } catch (const std::exception& e) {
      give_up(e);
    }
  }();
  return *specs;
}

}  // namespace assay::fuzz
