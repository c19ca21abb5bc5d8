#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "conformance/keep/status.h"

namespace assay::conformance {

/// A row of a results file: `name,status,seconds`.
struct ResultRow {
  std::string name;
  /// As written: a verdict's name, or one of deqp-runner's words.
  std::string status;
  double seconds = 0;
};

/// The first line of assay's results files. Those of deqp-runner have none.
constexpr std::string_view kResultsHeading = "name,status,seconds";

/// Whether the file at `path` begins as assay's results files do.
bool is_own_results(const std::filesystem::path& path);

/// Reads one row, in which the seconds may be missing. Throws Error with `where`.
ResultRow parse_row(const std::string& line, const std::string& where);

/// Calls `each` for every row of a results file of assay or deqp-runner. The heading and the
/// seconds may be missing; lines that begin with # are comments. Throws Error with file and line.
void for_each_result(const std::filesystem::path& path,
                     const std::function<void(const ResultRow&)>& each);

}  // namespace assay::conformance
