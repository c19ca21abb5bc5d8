#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/gate/waiver.h"

namespace assay::conformance {

// The files by which Mesa's CI keeps expectations, as deqp-runner reads and writes them:
// `*-fails.txt` has a row `name,status` for each known failure; `*-flakes.txt` and `*-skips.txt` a
// regular expression a line; `results.csv` rows `name,status,seconds`, `failures.csv` those that
// failed, without seconds.

/// Known failures and flakes as waivers that do not expire. Throws Error with file and line.
std::vector<Waiver> read_fails(const std::filesystem::path& path);
std::vector<Waiver> read_flakes(const std::filesystem::path& path);

/// The regular expressions of a list; comments with # and empty lines aside. Throws Error.
std::vector<std::string> read_patterns(const std::filesystem::path& path);

/// Writes the five files of a run's results (a run's folder, or a results file): results.csv,
/// failures.csv, PREFIX-fails.txt, PREFIX-flakes.txt, PREFIX-skips.txt. Throws Error.
void write_mesa_files(const std::filesystem::path& run, const std::filesystem::path& folder,
                      const std::string& prefix);

}  // namespace assay::conformance
