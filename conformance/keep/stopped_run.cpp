#include "conformance/keep/stopped_run.h"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "conformance/base/output_file.h"
#include "conformance/keep/growing_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/reproducer_folders.h"
#include "conformance/keep/run_files.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// Ends or takes back the replacement of kFailuresFile in which a run was killed. `seal` is that of
/// the checkpoint.
void settle_failures(const std::filesystem::path& folder, const Seal& seal) {
  const std::filesystem::path anew = folder / kFailuresAnewFile;
  if (!std::filesystem::is_regular_file(anew)) return;
  if (Seal::of_file(anew).text() == seal.text())
    move_file(anew, GrowingFile::present_name(folder / kFailuresFile));
  else
    std::filesystem::remove(anew);
}

/// What kFailuresFile tells behind what the checkpoint's seal covers: divergences of batches that
/// are judged again. A line may be incomplete.
void take_up_told(const std::filesystem::path& failures, const Seal& seal, CampaignState& state) {
  std::ifstream file(failures, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(seal.bytes()));
  for (std::string line; std::getline(file, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    try {
      state.told[json.at("batch_number")].try_emplace(
          json.at("case"), ToldFailure::of(judgement_from_json(json.at("found"))));
    } catch (const Json::exception&) {
      // The run was killed while it wrote this.
    }
  }
}

/// Goes back to where a run goes on that was stopped while it had work in hand.
void go_back(Checkpoint& checkpoint) {
  if (checkpoint.go_on_from) {
    checkpoint.state = std::move(checkpoint.go_on_from->state);
    for (auto& [name, seal] : checkpoint.go_on_from->files) checkpoint.files[name] = seal;
    checkpoint.go_on_from.reset();
  }
  // The resumed run writes these files again. A file of a run that was killed before its checkpoint
  // may be incomplete; it does not count as changed.
  std::erase_if(checkpoint.files, [&](const auto& file) {
    const auto batch = ReproducerFolders::batch_of(file.first);
    return batch && *batch >= checkpoint.state.next_batch;
  });
}

}  // namespace

StoppedRun take_up(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  // Where there is no folder, the error is that of the checkpoint.
  if (!std::filesystem::is_directory(folder)) read_checkpoint(folder, catalogue);
  StoppedRun stopped{FolderLock(folder), read_checkpoint(folder, catalogue)};
  if (std::filesystem::exists(folder / kRunFile)) read_run_json(folder);
  Checkpoint& checkpoint = stopped.checkpoint;
  if (checkpoint.merged)
    throw Error(fmt::format(
        "{}: was put together by assay merge and cannot go on; --resume goes on with each shard, "
        "and merge puts them together again",
        folder.string()));
  go_back(checkpoint);
  for (const char* name : {kResultsFile, kFailuresFile})
    if (!checkpoint.files.contains(name))
      throw Error(fmt::format("{}: has no seal of {}", (folder / kCheckpointFile).string(), name));
  const Seal& failures = checkpoint.files.at(kFailuresFile);
  settle_failures(folder, failures);
  for (const auto& [name, seal] : checkpoint.files)
    seal.require(GrowingFile::present_name(folder / name),
                 name != kResultsFile && name != kFailuresFile);
  take_up_told(GrowingFile::present_name(folder / kFailuresFile), failures, checkpoint.state);
  return stopped;
}

}  // namespace assay::conformance
