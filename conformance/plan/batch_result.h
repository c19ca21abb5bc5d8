#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/plan/covered.h"
#include "conformance/plan/tally.h"
#include "conformance/route/route.h"
#include "conformance/run/local_runner.h"
#include "specs/case.h"

namespace assay::conformance {

/// A batch that was run and judged. Its failures are not yet investigated.
struct BatchResult {
  std::uint64_t index = 0;
  Route route;
  /// The counts of the cases that did not fail, and what those among them had that were judged.
  Tally tally;
  Covered covered;
  struct Failure {
    std::size_t case_index;
    Judgement judgement;
  };
  std::vector<Failure> failures;
  /// The line of each case, in order, and its verdict. They are for results.csv, and empty if not
  /// requested.
  std::vector<std::string> lines;
  std::vector<Verdict> verdicts;
  /// The seconds that the batch took, including the preparation of the next batch meanwhile; and
  /// the seconds in which its cases were drawn, then or before.
  double seconds = 0, draw_seconds = 0;
  /// What was built for the batch.
  opencl::Builds builds;
};

/// Runs cases of one operator and the same data types as batch `index`. With `skip`, none is run,
/// and all are skipped for that reason. With `with_lines`, the result has the lines for
/// results.csv.
BatchResult run_cases(LocalRunner& runner, std::uint64_t index, std::span<const specs::Case> cases,
                      const Route& route, const std::optional<SkipReason>& skip, bool with_lines);

/// The reason for skipping a batch that a plan lists as not to be run.
SkipReason listed();

}  // namespace assay::conformance
