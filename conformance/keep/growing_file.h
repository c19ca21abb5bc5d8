#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

#include "conformance/keep/seal.h"

namespace assay::conformance {

/// A file that grows while a run lasts, under a temporary name until finish().
class GrowingFile {
 public:
  /// Opens `path`.partial, cuts it to the bytes of `seal`, and appends to it. Where `path` was
  /// finished, it is renamed to `path`.partial again. Throws Error.
  GrowingFile(std::filesystem::path path, Seal seal);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// The name that the file at `path` has now: that of a finished file, or that of one that grows.
  static std::filesystem::path present_name(const std::filesystem::path& path);

  void write(std::string_view text);
  /// Hands all that was written to the operating system. Gives the seal of all of it.
  const Seal& flush();
  /// The seal of all that was written, whether or not the operating system has it.
  const Seal& seal() const { return seal_; }
  /// Renames the file to its own name.
  void finish();

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_, partial_;
  std::FILE* file_ = nullptr;
  Seal seal_;
};

}  // namespace assay::conformance
