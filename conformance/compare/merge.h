#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "specs/loader.h"

namespace assay::conformance {

/// Puts the folders of one campaign's shards together. `gate` judges them as the one run that they
/// make up; only times, `jobs` and `command` are others than in a run that was never cut into
/// shards. Where `out` is given, the folder of that run is written there. Shards that are missing,
/// were not finished or were stopped are named in the result. Throws Error where the folders are
/// not of one campaign on one device, or two are of the same shard.
JudgedRun merge_runs(const std::vector<std::filesystem::path>& folders,
                     const specs::Catalogue& catalogue, const std::string& command,
                     const std::optional<std::filesystem::path>& out, Gate& gate);

}  // namespace assay::conformance
