#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "conformance/gate/gate.h"
#include "specs/loader.h"

namespace assay::conformance {

/// What a merged run has of the command that merges.
struct Merging {
  /// The command line.
  std::string command;
  /// CommandWords::program.
  std::string program;
  /// Where the folder of the whole run is written. Unset: no folder is written.
  std::optional<std::filesystem::path> out;
  /// By what the gate was told to judge.
  GateChoice gate = {};
};

/// Puts the folders of one campaign's shards together. `gate` judges them as the one run that they
/// make up; only times, `jobs` and `command` are others than in a run that was never cut into
/// shards. Shards that are missing, were not finished or were stopped are named in the result.
/// Throws Error where the folders are not of one campaign on one device, or two are of the same
/// shard.
JudgedRun merge_runs(const std::vector<std::filesystem::path>& folders,
                     const specs::Catalogue& catalogue, const Merging& merging, Gate& gate);

}  // namespace assay::conformance
