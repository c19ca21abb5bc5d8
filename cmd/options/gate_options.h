#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "conformance/gate/gate.h"

namespace assay::cmd {

/// The options `--waivers`, `--fails`, `--flakes` and `--today`, which say what divergences are
/// known already.
struct WaiverOptions {
  std::optional<std::filesystem::path> waivers, fails, flakes;
  std::optional<std::string> day;

  void add_to(CLI::App& app);
  /// Reads the files that the options name. Throws Error.
  conformance::GateTerms terms(const specs::Catalogue& catalogue) const;
};

/// The options that say what divergences the gate knows already, and what it demands besides that
/// no case diverges.
struct GateOptions {
  WaiverOptions known;
  double min_coverage = 0;
  bool strict = false;

  void add_to(CLI::App& app);
  /// Reads the files that the options name. Throws Error.
  conformance::GateTerms terms(const specs::Catalogue& catalogue) const;
  /// What was chosen, as a run keeps it.
  conformance::GateChoice choice() const;
  /// Takes what a run that goes on was begun with, where it is not given again.
  void take_up(const conformance::GateChoice& begun);
};

}  // namespace assay::cmd
