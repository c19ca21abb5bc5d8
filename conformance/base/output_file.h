#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace assay::conformance {

/// A file that appears whole or not at all: it is written under a temporary name, and close()
/// renames it. Where the path is a symbolic link, the file that the link names is replaced, and the
/// link stays. A device, a pipe or a file that is open already (/dev/stdout, /dev/fd/3) is written
/// to directly. Every failure throws Error with the name of the file: a full disk, a folder that
/// cannot be written, a pipe that nobody reads for some seconds.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  /// Flushes the file and renames it. Where nobody calls close(), the destructor removes the
  /// temporary file.
  void close();

 private:
  [[noreturn]] void fail(int error) const;

  /// `temporary_` is empty where `path_` is written to directly.
  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;
};

/// Renames a file. Throws Error.
void move_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a folder, and those above it that are missing. Throws Error.
void make_folder(const std::filesystem::path& path);

}  // namespace assay::conformance
