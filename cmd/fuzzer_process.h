#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace assay::cmd {

/// The program that fuzzes a target, `TARGET_fuzzer` beside this one. Throws Error where it is not
/// there: only builds with clang have it.
std::filesystem::path fuzzer_program(const std::string& target);

/// What libFuzzer says of a campaign as it runs.
struct FuzzerProgress {
  std::uint64_t executions = 0, features = 0, corpus = 0, per_second = 0;
};

/// Runs a program to its end, with these variables added to its environment, and hands each line of
/// its output on. SIGINT and SIGTERM end it and what it started, not us. Gives its exit status, 128
/// + n for signal n. Throws Error where it cannot be started.
int run_fuzzer(const std::vector<std::string>& command,
               const std::map<std::string, std::string>& environment,
               const std::function<void(const std::string&)>& line);

/// Reads a line of libFuzzer's output; false where it tells of no progress.
bool parse_progress(const std::string& line, FuzzerProgress& progress);

}  // namespace assay::cmd
