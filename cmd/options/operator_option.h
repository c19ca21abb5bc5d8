#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "specs/loader.h"

namespace assay::cmd {

/// The option `--operator NAME,...`, which chooses operators; all by default.
struct OperatorOption {
  std::vector<std::string> names;

  void add_to(CLI::App& app);
  /// The specs of the chosen operators. Throws Error where the catalogue has no operator of a name.
  std::vector<const specs::Spec*> of(const specs::Catalogue& catalogue) const;
};

}  // namespace assay::cmd
