#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/gate/judged_run.h"
#include "conformance/keep/results_csv.h"
#include "specs/json.h"
#include "specs/loader.h"

namespace assay::conformance {

/// What reports of a finished run are made from.
struct RunReport {
  /// `run.json`.
  specs::Json run;
  /// The lines of `failures.jsonl`.
  std::vector<specs::Json> failures;
  /// The rows of `results.csv`. Empty where not asked for.
  std::vector<ResultRow> rows;
};

/// Reads a run's folder, as kept_run.h says. Throws Error.
RunReport read_run(const std::filesystem::path& folder, bool with_rows);

/// The smallest case that shows a divergence: the shrunk one where it was shrunk.
const specs::Json& smallest_case(const specs::Json& failure);
/// What was found of it (judgement_to_json()).
const specs::Json& smallest_found(const specs::Json& failure);

/// What the gate says beside divergences. A run that is not green has a complaint that is red, or a
/// divergence that is not waived.
std::vector<Complaint> complaints_of(const RunReport& report);

/// The operator of a case line.
std::string_view operator_of(std::string_view line);

/// JUnit XML: a suite an operator, a test a case; a divergence is a failure, or skipped where it is
/// waived. What the gate complains of beside divergences are errors of a suite `gate`. Needs the
/// rows.
std::string report_junit(const RunReport& report);

/// SARIF 2.1.0: a result a divergence, under the rule of the spec that its output tensor follows,
/// at that rule's line of the spec. What the gate complains of beside divergences are
/// notifications, and the execution was no success. Throws Error for an operator that no spec of
/// the catalogue describes.
std::string report_sarif(const RunReport& report, const specs::Catalogue& catalogue);

/// Markdown for the comment on a merge request, no longer than such comments may be.
std::string report_markdown(const RunReport& report);

/// A page of HTML, one file with everything in it. Throws Error as report_sarif() does.
std::string report_html(const RunReport& report, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
