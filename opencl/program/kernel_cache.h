#pragma once

#include <filesystem>
#include <optional>

#include "opencl/program/cache_slot.h"

namespace assay::opencl {

/// A folder where a driver keeps its builds, for the use of one process at a time.
///
/// PoCL trusts every file that it finds in its cache. It aborts on a file that another process is
/// still writing, or that a killed process left half-written, and that would look like a crash of
/// the case. So no two live processes share a folder. If a process ended while it was busy, the
/// files that it wrote since then are removed before the next process gets the folder. What
/// processes finished is shared with those that begin later (opencl/program/build_pool.h).
class KernelCache {
 public:
  /// Takes the first folder `base`/slot-N that no live process has. If there is none (for instance,
  /// `base` cannot be written), folder() is empty.
  explicit KernelCache(const std::filesystem::path& base);

  /// Empty where there is none.
  std::filesystem::path folder() const { return slot_ ? slot_->cache() : std::filesystem::path(); }
  /// Call busy(true) before a driver may write to the folder, and busy(false) when it is done.
  void busy(bool is);

 private:
  std::optional<CacheSlot> slot_;
};

/// The folder within PoCL's own cache (POCL_CACHE_DIR, or PoCL's default) in which each process has
/// its own.
std::filesystem::path kernel_caches();

/// Takes a folder within PoCL's own cache (POCL_CACHE_DIR, or PoCL's default) and makes it the
/// cache of this process until it ends. Call it before any OpenCL call.
KernelCache& own_kernel_cache();

}  // namespace assay::opencl
