#pragma once

#include <filesystem>

#include "conformance/keep/checkpoint.h"
#include "conformance/keep/folder_lock.h"
#include "conformance/keep/growing_file.h"
#include "conformance/keep/reproducer_folders.h"
#include "conformance/keep/stopped_run.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// The folder of a run (`--out`): `results.csv` and `failures.jsonl`, which grow in the order of
/// the batches; `checkpoint.json`, replaced every second, from which `--resume` goes on; `run.json`
/// at the end. A run that is told to stop leaves all of these files; one that is killed leaves the
/// checkpoint and the files that grow. `checkpoint.json` and `run.json` have seals of all files
/// that the run wrote. One process at a time writes to the folder.
class RunFolder {
 public:
  /// Makes the folder and starts its files. `begun` is a checkpoint of which nothing was done.
  /// Throws Error, also where the folder holds a run already.
  RunFolder(const std::filesystem::path& folder, Checkpoint begun);

  /// Goes on with a run from its checkpoint. What was told of batches that are judged again is in
  /// CampaignState::told. The failures that it has are waived anew, by `gate`.
  RunFolder(const std::filesystem::path& folder, StoppedRun stopped, const Gate& gate);

  const std::filesystem::path& path() const { return folder_; }
  /// Appends rows to `results.csv`.
  void settled(const std::vector<Settled>& cases);
  /// Keeps a divergence in `failures.jsonl`; `words` and `waiver` are those of record_to_json().
  /// Where the record was shrunk or its case fails only in a batch, it has a reproducer, if there
  /// is a `library` and ReproducerFolders can make one. Gives the reproducer's folder, or an empty
  /// path.
  std::filesystem::path found(const Record& record, const opencl::DeviceInfo& device,
                              const CommandWords& words, const Waiver* waiver,
                              KernelLibrary* library);
  /// Copies a reproducer of another run, if it is there, as the next one of the batch. Gives its
  /// path within this folder, or an empty one.
  std::filesystem::path keep_reproducer(const std::filesystem::path& from, std::uint64_t batch);
  /// Keeps that a divergence was told of a batch which is not settled yet. A run that goes on from
  /// here after a kill looks for it again.
  void told(std::uint64_t batch, const std::string& line, const ToldFailure& failure);
  /// Appends a row to `results.csv`, or a line to `failures.jsonl`, as another run wrote it.
  void row(std::string_view text);
  void failure(const specs::Json& json);
  /// Remembers that a run that goes on may begin here. Writes the checkpoint, if the last one is a
  /// second old.
  void progress(const CampaignState& state);
  /// Ends the run: writes the checkpoint, finishes the files that grow, and writes `run.json`.
  /// Where the run was stopped with work in hand, it goes on from where progress() was last called.
  void close(const JudgedRun& run);
  /// Deletes what was written so far, where the run cannot be finished.
  void discard();

 private:
  void write_checkpoint(const CampaignState& state);
  void write_checkpoint() const;
  /// Has each line of `failures.jsonl` name the waiver that covers its case now. Gives the file's
  /// seal.
  Seal waived_anew(const Gate& gate);

  std::filesystem::path folder_;
  FolderLock lock_;
  ReproducerFolders reproducers_;
  Checkpoint checkpoint_;
  GrowingFile results_, failures_;
  /// The growing files up to where progress() was last called.
  Seals complete_;
  ops::Stopwatch since_checkpoint_;
};

}  // namespace assay::conformance
