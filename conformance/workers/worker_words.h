#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ops/file_descriptor.h"

namespace assay::conformance {

/// What a worker, and the driver in it, write to standard error.
class WorkerWords {
 public:
  WorkerWords() = default;
  /// They are appended to the file `log`; without one they are kept in memory. Throws Error.
  explicit WorkerWords(const std::optional<std::filesystem::path>& log);

  /// The file to which the worker writes.
  int fd() const { return file_.get(); }
  /// The last of them.
  std::string last() const;
  /// Bounds what is kept in memory.
  void forget_old() const;

 private:
  ops::FileDescriptor file_;
  bool in_memory_ = true;
};

}  // namespace assay::conformance
