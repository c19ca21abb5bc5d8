#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>

#include "conformance/campaign/campaign.h"
#include "conformance/keep/run_json.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// A file that grows while a run lasts, under a temporary name until finish().
class GrowingFile {
 public:
  /// Opens `path`.partial, cuts it to its first `bytes` bytes, and appends to it. Where `path` was
  /// finished, it is renamed to `path`.partial again. Throws Error.
  GrowingFile(std::filesystem::path path, std::uint64_t bytes);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void write(std::string_view text);
  /// Hands all that was written to the operating system. Gives the length of the file in bytes.
  std::uint64_t flush();
  /// Renames the file to its own name.
  void finish();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_, partial_;
  std::FILE* file_ = nullptr;
  std::uint64_t bytes_ = 0;
};

/// The folder of a run (`--out`): `results.csv` and `failures.jsonl`, which grow in the order of
/// the batches; `checkpoint.json`, replaced every second, from which `--resume` goes on; `run.json`
/// at the end. A run that is told to stop leaves all of these files; one that is killed leaves the
/// checkpoint and the files that grow.
class RunFolder {
 public:
  /// Makes the folder and starts its files. Throws Error, also where the folder holds a run
  /// already.
  RunFolder(const std::filesystem::path& folder, const CampaignOptions& options,
            const std::string& device, const std::optional<std::filesystem::path>& kernels,
            const std::optional<std::filesystem::path>& backend = {});

  /// What `--resume` needs to go on with a run.
  struct Checkpoint {
    CampaignOptions options;
    std::string device;
    std::optional<std::filesystem::path> kernels, backend;
    CampaignState state;
    std::uint64_t results_bytes = 0, failures_bytes = 0;
  };
  /// Reads a folder's checkpoint. Throws Error where there is none, or it is of another format.
  static Checkpoint read_checkpoint(const std::filesystem::path& folder,
                                    const specs::Catalogue& catalogue);
  /// Goes on with a run from its checkpoint.
  RunFolder(const std::filesystem::path& folder, Checkpoint checkpoint);

  /// Appends rows to `results.csv`.
  void settled(const std::vector<Settled>& cases);
  /// Appends a divergence to `failures.jsonl`; the arguments are those of record_to_json().
  void found(const Record& record, const std::string& device, const std::string& options,
             const Waiver* waiver = nullptr);
  /// Writes a reproducer to the folder `reproducers/B-N/`, the N-th of batch B, where the record
  /// was shrunk or its case fails only in a batch. Gives the file there that has the lines of that
  /// batch, or an empty path.
  std::filesystem::path reproduce(const Record& record, const opencl::DeviceInfo& device,
                                  KernelLibrary& library);
  /// The path, within a run's folder, of the N-th reproducer of a batch; N begins at 1.
  static std::filesystem::path reproducer_name(std::uint64_t batch, unsigned n);
  /// Copies a reproducer of another run, if it is there, as the next one of the batch.
  void keep_reproducer(const std::filesystem::path& from, std::uint64_t batch);
  /// Appends a row to `results.csv`, or a line to `failures.jsonl`, as another run wrote it.
  void row(std::string_view text);
  void failure(const specs::Json& json);
  /// Writes the checkpoint, if the last one is a second old.
  void progress(const CampaignState& state);
  /// Ends the run: writes the checkpoint, finishes the files that grow, and writes `run.json`.
  void close(const JudgedRun& run);
  /// Deletes what was written so far, where the run cannot be finished.
  void discard();

 private:
  void write_checkpoint(const CampaignState& state);
  std::filesystem::path next_reproducer(std::uint64_t batch);

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
  GrowingFile results_, failures_;
  /// The last batch with a reproducer, and how many it has.
  std::pair<std::uint64_t, unsigned> reproduced_{0, 0};
  ops::Stopwatch since_checkpoint_;
};

}  // namespace assay::conformance
