#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "conformance/keep/checkpoint.h"
#include "conformance/reproduce/reproducer.h"

namespace assay::conformance {

/// The reproducers in a run's folder: `reproducers/B-N/` is the N-th of batch B; N begins at 1.
class ReproducerFolders {
 public:
  /// The lines of the batch, in the folder of a reproducer whose case needs its batch.
  static constexpr const char* kBatchFile = "cases.txt";
  /// The path of a reproducer within the run's folder.
  static std::filesystem::path name(std::uint64_t batch, unsigned n);
  /// The batch of a reproducer or of one of its files, by the path within the run's folder; nothing
  /// for other files.
  static std::optional<std::uint64_t> batch_of(const std::string& name);

  /// Whether the reproducer of a record can be made in a moment, when the run is about to end: its
  /// cases have at most 65,536 elements together.
  static bool is_quick(const Record& record);

  /// `run` is the run's folder.
  explicit ReproducerFolders(std::filesystem::path run) : run_(std::move(run)) {}

  /// Writes the reproducer of a record as the next one of its batch, and kBatchFile where the case
  /// needs its batch. Adds the seals of its files to `files`. Gives its path, or an empty one where
  /// no reproducer can be made, as of more cases than one launch may have, or of more than
  /// 2^20 elements: nothing can interrupt its making, and its text is to be read. Throws Error
  /// where it cannot be written.
  std::filesystem::path write(const Record& record, const opencl::DeviceInfo& device,
                              KernelLibrary& library, const CommandWords& words, Seals& files);
  /// Copies a reproducer of another run, if it is there, as the next one of the batch. Adds the
  /// seals of its files to `files`. Gives its path within the run's folder, or an empty one.
  std::filesystem::path copy(const std::filesystem::path& from, std::uint64_t batch, Seals& files);
  /// Removes the reproducers of this batch and of later ones.
  void remove_from(std::uint64_t first_batch) const;

 private:
  std::filesystem::path next(std::uint64_t batch);
  void seal(const std::filesystem::path& reproducer, Seals& files) const;

  std::filesystem::path run_;
  /// The last batch with a reproducer, and how many it has.
  std::pair<std::uint64_t, unsigned> last_{0, 0};
};

}  // namespace assay::conformance
