#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/judged_run.h"
#include "conformance/keep/results_csv.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// A finished run, from which reports are made.
struct RunReport {
  /// `run.json`.
  specs::Json run;
  /// The lines of `failures.jsonl`.
  std::vector<specs::Json> failures;
  /// The rows of `results.csv`, where they were asked for and are at most kMostRows.
  std::optional<std::vector<ResultRow>> rows;
  /// A test for each case of a long run makes a file that nobody can read, and takes long.
  static constexpr std::uint64_t kMostRows = 100'000;

  /// Adds the rows of cases that were settled, where rows are kept; keeps none from the time on at
  /// which they are too many.
  void keep_rows(const std::vector<Settled>& cases);
};

/// Reads a run's folder by the readers of kept_run.h, and throws Error as they do. `with_rows`
/// asks for the rows.
RunReport read_run(const std::filesystem::path& folder, bool with_rows);

/// The same of a run that this process has just written (read_own_run_json()).
RunReport read_own_run(const std::filesystem::path& folder, bool with_rows);

/// The finding of each failure, in the order of the failures. Null where the run names none.
std::vector<const specs::Json*> findings_by_failure(const RunReport& report);

/// The smallest case that shows a divergence: the shrunk one where it was shrunk.
const specs::Json& smallest_case(const specs::Json& failure);
/// The judgement of that case, as judgement_to_json() writes it.
const specs::Json& smallest_found(const specs::Json& failure);

/// How a divergence is seen again, as lines: the command, and the C file in the run's folder where
/// there is one.
std::string reproduction_text(const specs::Json& failure);

/// The inputs of the smallest case that shows a divergence, as lines (inputs_text()). Nothing where
/// no element is wrong. Throws Error for an operator that the catalogue lacks.
std::vector<std::string> inputs_of(const specs::Json& failure, const specs::Catalogue& catalogue);

/// The complaints of the gate. Where a run is red, but no red complaint and no divergence without a
/// waiver says why, its summary is added as a red complaint.
std::vector<Complaint> complaints_of(const RunReport& report);

/// JUnit XML: the findings, a suite for each operator, and a test for each case. A divergence is a
/// failure; where it is waived, the test is skipped. The red complaints of the gate are errors of a
/// suite `gate`. Without the rows, one test of each operator stands for the cases that did not
/// fail, and one for those that were skipped.
std::string report_junit(const RunReport& report);

/// SARIF 2.1.0: a result for each divergence, with the rule of the spec that was broken and the
/// line of that rule. The complaints of the gate are notifications; where one of them is red, the
/// execution is reported as unsuccessful. Throws Error for an operator that the catalogue lacks.
std::string report_sarif(const RunReport& report, const specs::Catalogue& catalogue);

/// Markdown for a comment on a merge request, kept within the length that such comments may have.
/// Divergences stand under their findings. Throws Error as report_sarif() does.
std::string report_markdown(const RunReport& report, const specs::Catalogue& catalogue);

/// A page of HTML: one file that needs no other. Throws Error as report_sarif() does.
std::string report_html(const RunReport& report, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
