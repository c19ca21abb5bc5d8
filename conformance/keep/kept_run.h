#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "conformance/keep/results_csv.h"
#include "specs/json.h"

namespace assay::conformance {

// Readers of a run's folder. A file that is missing, cut off or not as assay writes it is never
// taken for part of a run: each reader throws Error that names the file, the place in it, and what
// is wrong.

/// Reads `run.json`. Checks that it has this program's format, every field that other code reads,
/// and counts that agree, and that each file of the folder is as the run wrote it (Seal). Throws
/// Error also where the folder holds no run, or one that has not ended. Every command that reads a
/// run begins with this.
specs::Json read_run_json(const std::filesystem::path& folder);

/// Does the same with a run that this process has just written. The other files of the folder are
/// not compared with their seals, which takes seconds where they are large.
specs::Json read_own_run_json(const std::filesystem::path& folder);

/// The lines of a file of divergences, as `failures.jsonl` has them.
std::vector<specs::Json> read_failure_lines(const std::filesystem::path& file);

/// The lines of `failures.jsonl`, one for each divergence that `run` counts.
std::vector<specs::Json> read_failures(const std::filesystem::path& folder, const specs::Json& run);

/// Calls `each` for every row of `results.csv`, which must have one for each case that `run`
/// counts.
void for_each_row(const std::filesystem::path& folder, const specs::Json& run,
                  const std::function<void(const ResultRow&)>& each);

/// What a user names as a run: its folder, or a results file alone, of assay or deqp-runner.
struct Results {
  /// Throws Error, also for a results file of assay without a `run.json` beside it that has its
  /// seal, and for one that was changed. Files of deqp-runner have no seal.
  explicit Results(const std::filesystem::path& path);
  void for_each_row(const std::function<void(const ResultRow&)>& each) const;

  /// The folder, empty where a results file was named; and the results file.
  std::filesystem::path folder, file;
  /// `run.json`, where a folder was named.
  std::optional<specs::Json> run;
};

}  // namespace assay::conformance
