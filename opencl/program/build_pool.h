#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace assay::opencl {

/// The builds that processes have in common. Each has a slot of its own
/// (opencl/program/cache_slot.h), in which nobody else writes; what it built comes into the pool
/// when it is done, and from there into the slots of processes that begin later. The files are
/// linked, not copied: PoCL makes a program (`.bc`) and a kernel (`.so`) as temporary files,
/// renames them, and never writes them again.
///
/// Processes use a pool at the same time and need no lock: a file comes into it in one step, and is
/// named in the pool's list after that. Where a file cannot be linked, the slot that lacks it
/// builds it again.
class BuildPool {
 public:
  explicit BuildPool(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Adds what the pool lacks of these programs of a slot's cache. A program is its folder,
  /// relative to the cache. The slot's holder must not be busy.
  void add_from(const std::filesystem::path& cache,
                std::span<const std::filesystem::path> programs) const;
  /// Gives a slot's cache what the pool has of these programs.
  void give_to(const std::filesystem::path& cache,
               std::span<const std::filesystem::path> programs) const;
  /// Gives a slot's cache what the pool's list names from byte `from` on. Gives the byte where the
  /// list ends.
  std::int64_t copy_to(const std::filesystem::path& cache, std::int64_t from) const;

 private:
  std::filesystem::path list() const { return folder_ / "list"; }

  std::filesystem::path folder_;
};

}  // namespace assay::opencl
