#pragma once

#include <filesystem>
#include <string>

#include "conformance/run/record.h"

namespace assay::conformance {

/// The one command that shows a divergence again. `options` are those of the command that found it,
/// as shell words: `--device NAME`. `batch_file`: a file with the lines of a batch that fails only
/// together, if there is one.
std::string reproduction(const Record& record, const std::string& options,
                         const std::string& command = "check",
                         const std::filesystem::path& batch_file = {});

}  // namespace assay::conformance
