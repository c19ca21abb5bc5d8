#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace assay::opencl {

/// A folder of builds that only one live process holds. Its lock is released however the process
/// ends.
class CacheSlot {
 public:
  /// What outlives the process. It lies in a file that is mapped into memory.
  struct State {
    /// Since when the holder is busy, in seconds of the wall clock; 0 if it is not busy.
    std::int64_t busy_since;
    /// Since when there may be builds that the pool lacks, in seconds of the wall clock; 0 if it
    /// lacks none.
    std::int64_t new_since;
    /// Up to where the slot has what the pool's list names (opencl/program/build_pool.h).
    std::int64_t taken;
  };

  /// Takes the slot in this folder. If the last holder ended while it was busy, the programs that
  /// it built or changed since then are removed. Gives nothing where a live process holds the slot;
  /// `can_be_written` becomes false where the folder cannot be made.
  static std::optional<CacheSlot> take(const std::filesystem::path& folder, bool& can_be_written);

  CacheSlot(CacheSlot&& other) noexcept;
  CacheSlot& operator=(CacheSlot&&) = delete;
  ~CacheSlot();

  /// Where the driver keeps its builds.
  const std::filesystem::path& cache() const { return cache_; }
  State& state() { return *state_; }
  /// What `taken` was before programs were removed. It is 0 in the state until they are given back.
  std::int64_t taken() const { return taken_; }
  /// The programs that were removed when the slot was taken, and those that the pool may lack. A
  /// program is its folder, relative to the cache.
  const std::vector<std::filesystem::path>& removed() const { return removed_; }
  const std::vector<std::filesystem::path>& unshared() const { return unshared_; }

 private:
  CacheSlot(std::filesystem::path cache, int lock, State* state)
      : cache_(std::move(cache)), lock_(lock), state_(state) {}
  void look_through();

  std::filesystem::path cache_;
  int lock_;
  State* state_;
  std::int64_t taken_ = 0;
  std::vector<std::filesystem::path> removed_, unshared_;
};

}  // namespace assay::opencl
