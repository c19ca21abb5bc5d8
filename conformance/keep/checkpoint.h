#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "conformance/campaign/campaign.h"
#include "conformance/gate/gate.h"
#include "conformance/keep/seal.h"
#include "conformance/keep/tested.h"

namespace assay::conformance {

/// The seals of a run's files, by their paths in its folder.
using Seals = std::map<std::string, Seal>;

specs::Json seals_to_json(const Seals& seals);
/// Throws Error where `json` is no such object.
Seals seals_from_json(const specs::Json& json);

/// What `checkpoint.json` holds: all that `--resume` needs to go on with a run.
struct Checkpoint {
  CampaignOptions options;
  /// The device's name as it was given, a glob.
  std::string device;
  std::optional<std::filesystem::path> kernels = {}, backend = {};
  /// What was tested when the run began.
  Tested tested = {};
  /// What the run is judged by.
  GateChoice gate = {};
  /// The drivers that could not be asked for their devices, as complaints.
  std::vector<Complaint> drivers = {};
  CampaignState state = {};
  /// What was written of the run's other files until then. Files that grow may be longer now.
  Seals files = {};
  /// Where a run goes on that was stopped while it had work in hand: the state before that work,
  /// and the growing files up to there.
  struct Earlier {
    CampaignState state;
    Seals files;
  };
  std::optional<Earlier> go_on_from = {};
  /// Whether the run was put together from shards. Then it cannot go on, since what a shard lacks
  /// may lie before what another one has.
  bool merged = false;
};

/// Reads a folder's checkpoint. Throws Error where there is none, where it was changed, or where it
/// is of another format.
Checkpoint read_checkpoint(const std::filesystem::path& folder, const specs::Catalogue& catalogue);

/// The text of `checkpoint.json`.
std::string checkpoint_text(const Checkpoint& checkpoint);

}  // namespace assay::conformance
