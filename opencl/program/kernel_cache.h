#pragma once

#include <cstdint>
#include <filesystem>

namespace assay::opencl {

/// A folder for what a driver keeps of its builds, of one process at a time.
///
/// PoCL trusts every file that it finds in its cache: one that another process is still writing, or
/// that a killed process left half-written, makes it abort, and that would look like a crash of the
/// case that met it. So no two live processes share a folder, and what a process wrote while it was
/// busy and never came back is removed before the next one has the folder.
class KernelCache {
 public:
  /// Takes the first folder `base`/slot-N that no live process has. Without one (a base that cannot
  /// be written) folder() is empty.
  explicit KernelCache(const std::filesystem::path& base);
  ~KernelCache();
  KernelCache(const KernelCache&) = delete;
  KernelCache& operator=(const KernelCache&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// Told before a driver may write to the folder, and when it is done with that.
  void busy(bool is);

 private:
  bool take(const std::filesystem::path& slot);

  std::filesystem::path folder_;
  int lock_ = -1;
  /// In a file that outlives the process: since when it is busy, in seconds of the wall clock; 0
  /// where it is not.
  std::int64_t* since_ = nullptr;
};

/// Takes a folder within PoCL's own cache (POCL_CACHE_DIR, else where PoCL has it) and makes that
/// the cache of this process, for its life. Call it before any OpenCL call.
KernelCache& own_kernel_cache();

}  // namespace assay::opencl
