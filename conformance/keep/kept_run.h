#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "conformance/keep/results_csv.h"
#include "specs/json.h"

namespace assay::conformance {

// A run's folder, read back. What is missing, cut off or not as assay writes it is never taken for
// a run: each reader throws Error that names the file, the place in it, and what is wrong.

/// `run.json`: of this format, with all that others read from it, and counts that agree. Throws
/// Error also where the folder holds no run, or one that has not ended.
specs::Json read_run_json(const std::filesystem::path& folder);

/// The lines of `failures.jsonl`, one for each divergence that `run` counts.
std::vector<specs::Json> read_failures(const std::filesystem::path& folder, const specs::Json& run);

/// Calls `each` for every row of `results.csv`, which must have as many as `run` counts cases.
void for_each_row(const std::filesystem::path& folder, const specs::Json& run,
                  const std::function<void(const ResultRow&)>& each);

/// What a run left: its folder, or a results file alone, ours or deqp-runner's.
struct Results {
  /// Throws Error.
  explicit Results(const std::filesystem::path& path);
  void for_each_row(const std::function<void(const ResultRow&)>& each) const;

  std::filesystem::path folder, file;
  /// run.json of a folder.
  std::optional<specs::Json> run;
};

}  // namespace assay::conformance
