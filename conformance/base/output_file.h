#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace assay::conformance {

/// A file that appears whole or not at all: written under a temporary name, renamed by close().
/// What a symbolic link names is replaced, not the link; a device, a pipe or an open file
/// (/dev/stdout, /dev/fd/3) is written to as it is. Every failure throws Error naming the file: a
/// full disk, a folder that cannot be written.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Flushes and renames. Without it the destructor removes the temporary file.
  void close();

 private:
  [[noreturn]] void fail(int error) const;

  /// Without a temporary name where the file is no regular one.
  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;
};

/// Makes a folder and those above it. Throws Error.
void make_folder(const std::filesystem::path& path);

}  // namespace assay::conformance
