#pragma once

#include <filesystem>
#include <string>

#include "conformance/gate/judged_run.h"
#include "conformance/run/reproduction.h"

namespace assay::conformance {

/// How many findings, divergences or entries of a list a text shows at most.
constexpr std::size_t kMostListed = 20;

/// The report that `assay run` prints: device, seed, operator × verdict, skips with reasons, rule
/// coverage, rate, the findings with their examples, and one line of judgement in words.
std::string report_text(const JudgedRun& run);

/// A divergence as it is printed when found: where, what was permitted, what came, and one command
/// that reproduces it. Of a small case it tells the inputs, too. `reproducer`: the folder that
/// RunFolder::found() gave, or an empty path. `with_summary`: what the operator does is told, too.
std::string record_text(const Record& record, const CommandWords& words,
                        const std::filesystem::path& reproducer = {}, bool with_summary = true);

/// The command of a divergence (reproduction()), with the file of its batch where it has one.
std::string record_command(const Record& record, const CommandWords& words,
                           const std::string& command, const std::filesystem::path& reproducer);

}  // namespace assay::conformance
