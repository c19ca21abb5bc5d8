// Files that are never seen half written.
#include "conformance/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "ops/error.h"

namespace assay::conformance {

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code none;
  // As many links as the system follows; what the last one names need not be there yet.
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path_, none); ++i)
    path_ = path_.parent_path() / std::filesystem::read_symlink(path_, none);
  if (!std::filesystem::exists(path_, none) || std::filesystem::is_regular_file(path_, none))
    temporary_ = path_.string() + ".partial";
  file_ = std::fopen(temporary_.empty() ? path_.c_str() : temporary_.c_str(), "wb");
  if (!file_) fail(errno);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail(int error) const {
  throw Error(fmt::format("{}: {}", path_.string(), std::strerror(error)));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void OutputFile::close() {
  if (std::fflush(file_) != 0 || (!temporary_.empty() && ::fsync(::fileno(file_)) != 0))
    fail(errno);
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(fmt::format("{}: {}", path.string(), error.message()));
}

}  // namespace assay::conformance
