#pragma once

#include <filesystem>

#include "conformance/keep/checkpoint.h"
#include "conformance/keep/folder_lock.h"

namespace assay::conformance {

/// A run that can go on: its folder is held, and its files are what the run wrote.
struct StoppedRun {
  FolderLock lock;
  Checkpoint checkpoint;
};

/// Takes up the run in a folder, for `--resume`. What was told of batches that are judged again is
/// in CampaignState::told. Throws Error where there is no such run, or where one of its files was
/// changed.
StoppedRun take_up(const std::filesystem::path& folder, const specs::Catalogue& catalogue);

}  // namespace assay::conformance
