#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "conformance/gate/gate.h"

namespace assay::cmd {

/// `--waivers`, `--fails`, `--flakes` and `--today`: what is known already.
struct WaiverOptions {
  std::optional<std::filesystem::path> waivers, fails, flakes;
  std::optional<std::string> day;

  void add_to(CLI::App& app);
  /// Reads what is named. Throws Error.
  conformance::GateTerms terms(const specs::Catalogue& catalogue) const;
};

/// What a gate asks for beside passing, and what it knows already.
struct GateOptions {
  WaiverOptions known;
  double min_coverage = 0;
  bool strict = false;

  void add_to(CLI::App& app);
  /// Reads what is named. Throws Error.
  conformance::GateTerms terms(const specs::Catalogue& catalogue) const;
};

}  // namespace assay::cmd
