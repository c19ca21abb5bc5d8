#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ops/deadline.h"

namespace assay::cmd {

/// The path of the program that fuzzes a target: `TARGET_fuzzer` in the folder of this program.
/// Throws Error where it does not exist; only builds with clang have it.
std::filesystem::path fuzzer_program(const std::string& target);

/// The numbers that libFuzzer prints while a campaign runs.
struct FuzzerProgress {
  std::uint64_t executions = 0, features = 0, corpus = 0, per_second = 0;
};

/// Runs a program to its end, with these variables added to its environment, and calls `line` with
/// each line of its output. At the deadline, and by a signal that asks for the end (StopSignals),
/// that program and its child processes are ended, but not this process. Gives the exit status,
/// which is 128 + n where signal n ended the program. Throws Error where the program cannot be
/// started.
int run_fuzzer(const std::vector<std::string>& command,
               const std::map<std::string, std::string>& environment,
               const std::function<void(const std::string&)>& line,
               const ops::Deadline& deadline = ops::Deadline::never());

/// Reads a line of libFuzzer's output into `progress`. Gives false where it is not a line of
/// numbers.
bool parse_progress(const std::string& line, FuzzerProgress& progress);

}  // namespace assay::cmd
