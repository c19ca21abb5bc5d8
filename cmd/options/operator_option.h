#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "specs/loader.h"

namespace assay::cmd {

/// `--operator NAME,...`: which operators, by default all.
struct OperatorOption {
  std::vector<std::string> names;

  void add_to(CLI::App& app);
  /// Throws Error for a name that the catalogue lacks.
  std::vector<const specs::Spec*> of(const specs::Catalogue& catalogue) const;
};

}  // namespace assay::cmd
