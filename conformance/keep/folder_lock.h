#pragma once

#include <filesystem>

#include "ops/file_descriptor.h"

namespace assay::conformance {

/// A run's folder, held by the one process that writes to it. The system gives the folder free when
/// the process ends, however it ends.
class FolderLock {
 public:
  /// Throws Error, which says which process holds the folder, if another one does.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(FolderLock&&) noexcept = default;
  FolderLock& operator=(FolderLock&&) noexcept = default;

 private:
  std::filesystem::path path_;
  ops::FileDescriptor file_;
};

}  // namespace assay::conformance
