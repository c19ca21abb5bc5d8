#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Puts the folders of one campaign's shards together: what the campaign would have given in one
/// run, but for times, `jobs` and `command`. With `out`, its folder is made as by a run. A shard
/// that is missing, was not finished or was stopped is named in the result. It is judged by
/// `gate`. Throws Error where the folders are not of one campaign on one device, or
/// one shard comes twice.
JudgedRun merge_runs(const std::vector<std::filesystem::path>& folders,
                     const specs::Catalogue& catalogue, const std::string& command,
                     const std::optional<std::filesystem::path>& out, Gate& gate);

}  // namespace assay::conformance
