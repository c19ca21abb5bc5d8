#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>

#include "conformance/campaign/campaign.h"
#include "conformance/keep/run_json.h"

namespace assay::conformance {

/// A file that grows while a run lasts, under a temporary name until finish().
class GrowingFile {
 public:
  /// Opens `path`.partial for appending, cut to `bytes`; a finished `path` is taken up again.
  /// Throws Error.
  GrowingFile(std::filesystem::path path, std::uint64_t bytes);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void write(std::string_view text);
  /// Bytes so far, all of them with the operating system.
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
/// at the end. A run that ends early leaves complete reports of what it did; one that is killed
/// leaves the checkpoint.
class RunFolder {
 public:
  /// Makes the folder and starts its files. Throws Error, also where the folder holds a run
  /// already.
  RunFolder(const std::filesystem::path& folder, const CampaignOptions& options,
            const std::string& device, const std::optional<std::filesystem::path>& kernels,
            const std::optional<std::filesystem::path>& backend = {});

  /// What a run that is to go on was about.
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
  /// Takes a run up again where its checkpoint stands.
  RunFolder(const std::filesystem::path& folder, Checkpoint checkpoint);

  void settled(const std::vector<Settled>& cases);
  /// `device` and `options` as record_to_json() takes them; `waiver`: the one that covers it.
  void found(const Record& record, const std::string& device, const std::string& options,
             const Waiver* waiver = nullptr);
  /// Writes the reproducer of a record that was shrunk, or is of a batch, as `reproducers/B-N/`,
  /// the N-th of its batch B. Gives the file there with the lines of a batch that only fails
  /// together, or nothing.
  std::filesystem::path reproduce(const Record& record, const opencl::DeviceInfo& device,
                                  KernelLibrary& library);
  /// The path within a run's folder of a batch's N-th reproducer, N from 1.
  static std::filesystem::path reproducer_name(std::uint64_t batch, unsigned n);
  /// Takes over a reproducer of another run, if it is there, as the next of the batch.
  void keep_reproducer(const std::filesystem::path& from, std::uint64_t batch);
  /// A row of `results.csv` and a line of `failures.jsonl` as another run wrote them.
  void row(std::string_view text);
  void failure(const specs::Json& json);
  /// Writes the checkpoint, if the last one is a second old.
  void progress(const CampaignState& state);
  /// Ends the run: checkpoint, reports, `run.json`.
  void close(const JudgedRun& run);
  /// Takes back what was written so far, where the run cannot be finished.
  void discard();

 private:
  void write_checkpoint(const CampaignState& state);
  std::filesystem::path next_reproducer(std::uint64_t batch);

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
  GrowingFile results_, failures_;
  /// The last batch with a reproducer, and how many it has.
  std::pair<std::uint64_t, unsigned> reproduced_{0, 0};
  double last_checkpoint_ = 0;
};

}  // namespace assay::conformance
