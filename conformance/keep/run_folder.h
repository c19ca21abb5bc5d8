#pragma once

#include <filesystem>
#include <optional>

#include "conformance/keep/checkpoint.h"
#include "conformance/keep/folder_lock.h"
#include "conformance/keep/growing_file.h"
#include "conformance/keep/run_json.h"
#include "conformance/reproduce/reproducer.h"
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

  /// A run that can go on: its folder is held, and its files are what the run wrote.
  struct Stopped {
    FolderLock lock;
    Checkpoint checkpoint;
  };
  /// Throws Error where there is no such run, or where one of its files was changed.
  static Stopped take_up(const std::filesystem::path& folder, const specs::Catalogue& catalogue);
  /// Goes on with a run from its checkpoint. What was told of batches that are judged again is in
  /// CampaignState::told. The failures that it has are waived anew, by `gate`.
  RunFolder(const std::filesystem::path& folder, Stopped stopped, const Gate& gate);

  /// Appends rows to `results.csv`.
  void settled(const std::vector<Settled>& cases);
  /// Keeps a divergence in `failures.jsonl`; `words` and `waiver` are those of record_to_json().
  /// Where the record was shrunk or its case fails only in a batch, a reproducer is written to the
  /// folder `reproducers/B-N/`, the N-th of batch B. If the case needs its batch, kBatchFile has
  /// the lines of the batch there. Without a `library` there is no reproducer. Gives the
  /// reproducer's folder, or an empty path.
  std::filesystem::path found(const Record& record, const opencl::DeviceInfo& device,
                              const CommandWords& words, const Waiver* waiver,
                              KernelLibrary* library);
  static constexpr const char* kBatchFile = "cases.txt";
  /// The path, within a run's folder, of the N-th reproducer of a batch; N begins at 1.
  static std::filesystem::path reproducer_name(std::uint64_t batch, unsigned n);
  /// Copies a reproducer of another run, if it is there, as the next one of the batch. Gives its
  /// path within this folder, or an empty one.
  std::filesystem::path keep_reproducer(const std::filesystem::path& from, std::uint64_t batch);
  /// Keeps that a divergence was told of a batch which is not settled yet. A run that goes on from
  /// here after a kill looks for it again.
  void told(std::uint64_t batch, const std::string& line, Verdict verdict);
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
  void seal_reproducer(const std::filesystem::path& folder);
  void write_reproducer_of(const Record& record, const Reproducer& reproducer,
                           const std::filesystem::path& to);
  std::filesystem::path next_reproducer(std::uint64_t batch);

  std::filesystem::path folder_;
  FolderLock lock_;
  Checkpoint checkpoint_;
  GrowingFile results_, failures_;
  /// The growing files up to where progress() was last called.
  Seals complete_;
  /// The last batch with a reproducer, and how many it has.
  std::pair<std::uint64_t, unsigned> reproduced_{0, 0};
  ops::Stopwatch since_checkpoint_;
};

}  // namespace assay::conformance
