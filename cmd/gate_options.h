#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "conformance/gate.h"

namespace assay::cmd {

/// What a gate asks for beside passing, and what it knows already.
struct GateOptions {
  double min_coverage = 0;
  std::optional<std::filesystem::path> waivers, fails, flakes;
  std::optional<std::string> day;
  bool strict = false;

  void add_to(CLI::App& app);
  /// Reads what is named. Throws Error.
  conformance::GateTerms terms(const specs::Catalogue& catalogue) const;
};

}  // namespace assay::cmd
