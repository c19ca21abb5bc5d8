#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/compare/compared_run.h"
#include "specs/json.h"

namespace assay::conformance {

/// Kept runs in the order in which they were given, and the findings of all of them.
struct History {
  struct Run : ComparedRun {
    /// In percent. Nothing where the run did not measure its coverage.
    std::optional<double> rules, pairs, turning_points;
    /// Aside from builds and investigations. Nothing where hardly any time is left beside them.
    std::optional<double> cases_per_second;
    /// The greatest share that a passing answer used of its permitted interval, in percent, and the
    /// operator that it is of. Empty where all answers had to be exact.
    double headroom = 0;
    std::string headroom_of = {};
  };
  /// A finding, told as in the last run that has it.
  struct Finding {
    std::string key, title, sentence;
    /// For each run, whether it has the finding.
    std::vector<bool> runs;

    /// The numbers of the runs, counted from 1, as ranges: `1-3, 5`.
    std::string when() const;
  };
  std::vector<Run> runs;
  /// Findings of the first run come first.
  std::vector<Finding> findings;

  /// What the last run has that no run before it had, and what it no longer has, in one line.
  std::string summary() const;
};

/// Reads the folders of runs. Throws Error where one is not whole.
History read_history(const std::vector<std::filesystem::path>& folders);

std::string history_text(const History& history);
specs::Json history_to_json(const History& history);
/// A page of HTML that needs no other file.
std::string history_html(const History& history);

}  // namespace assay::conformance
