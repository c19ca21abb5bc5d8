#pragma once

#include <filesystem>
#include <string>

#include "conformance/gate/judged_run.h"
#include "conformance/run/reproduction.h"

namespace assay::conformance {

/// The report that `assay run` prints: device, seed, operator × verdict, skips with reasons, rule
/// coverage, rate, and one line of judgement in words.
std::string report_text(const JudgedRun& run);

/// A divergence as it is printed when found: where, what was permitted, what came, and one command
/// that reproduces it. Of a small case it tells the inputs, too. `batch_file`: a file with the
/// lines of the batch, if the failure needs its batch and there is such a file.
std::string record_text(const Record& record, const CommandWords& words,
                        const std::filesystem::path& batch_file = {});

}  // namespace assay::conformance
