#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "conformance/gate/waiver.h"

namespace assay::conformance {

// The files in which Mesa's CI keeps expectations, as deqp-runner reads and writes them:
// `*-fails.txt` has a row `name,status` for each known failure; `*-flakes.txt` and `*-skips.txt`
// have a regular expression on each line; `results.csv` has rows `name,status,seconds`;
// `failures.csv` has the rows that failed, without the seconds.

/// Known failures and flakes as waivers that do not expire. Throws Error with file and line.
std::vector<Waiver> read_fails(const std::filesystem::path& path);
std::vector<Waiver> read_flakes(const std::filesystem::path& path);

/// Reads a list of regular expressions; empty lines and lines that begin with # are ignored. Throws
/// Error.
std::vector<std::string> read_patterns(const std::filesystem::path& path);

/// Writes the results of a run, named by its folder or a results file, as five files: results.csv,
/// failures.csv, PREFIX-fails.txt, PREFIX-flakes.txt, PREFIX-skips.txt. Where the run was to test
/// more than it did, the list of skips is empty, since it would hide that from the next run. Gives
/// how many cases that were. Throws Error.
std::uint64_t write_mesa_files(const std::filesystem::path& run,
                               const std::filesystem::path& folder, const std::string& prefix);

}  // namespace assay::conformance
