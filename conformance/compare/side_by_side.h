#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "conformance/compare/compared_run.h"
#include "specs/json.h"

namespace assay::conformance {

/// Kept runs of several drivers: what each gave for each operator, and which driver stands alone
/// with its failures. Cases are the same where their lines are, so runs with the same seed or plan
/// say the most.
struct SideBySide {
  /// An operator in one run: how many cases have each verdict, by the verdict's name. Empty where
  /// the run has no case of it.
  using Verdicts = std::map<std::string, std::uint64_t>;
  /// A case that fails in some of the runs that judged it.
  struct Case {
    std::string line;
    /// The status in each run; empty where the run did not judge the case.
    std::vector<std::string> statuses;
  };
  /// How the cases of an operator compare that several runs judged.
  struct Operator {
    std::string name;
    /// One entry a run.
    std::vector<Verdicts> verdicts;
    /// How many cases at least two runs judged; and of these how many fail in all runs that judged
    /// them.
    std::uint64_t shared = 0, fail_everywhere = 0;
    /// For each run: how many shared cases fail in it and pass in every other run that judged them.
    std::vector<std::uint64_t> alone;
  };
  std::vector<ComparedRun> runs;
  /// Sorted by name.
  std::vector<Operator> operators;
  /// How many cases several runs judged.
  std::uint64_t shared() const;
  /// The shared cases that fail in some runs and pass in others, as the first run lists them.
  std::vector<Case> divided;

  /// How many shared cases fail in this run alone.
  std::uint64_t alone(std::size_t run) const;
  /// Which runs stand alone, in one sentence or some.
  std::string summary() const;
};

/// Reads the folders of runs. Throws Error where one is not whole, or where there are fewer than
/// two.
SideBySide put_side_by_side(const std::vector<std::filesystem::path>& folders);

/// The runs, a table of operators, and at most `most` divided cases. Operators that pass in every
/// run that has them are counted in one line.
std::string side_by_side_text(const SideBySide& runs, std::size_t most);
specs::Json side_by_side_to_json(const SideBySide& runs);
/// A page of HTML that needs no other file.
std::string side_by_side_html(const SideBySide& runs);

}  // namespace assay::conformance
