// Files that no reader sees half written.
#include "conformance/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include "ops/error.h"

namespace assay::conformance {

namespace {

/// The descriptor of the open file that a path stands for, such as /dev/stdout or the one that a
/// shell makes of >(command); nothing where the path stands for no open file. Such a file is
/// written to from its present position on.
std::optional<int> descriptor_of(const std::filesystem::path& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  const std::string folder = path.parent_path().string(), name = path.filename().string();
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if ((folder != "/dev/fd" && folder != "/proc/self/fd") || error != std::errc() ||
      end != name.data() + name.size())
    return std::nullopt;
  return number;
}

/// Whether a new file may take the place of what `path` names: a regular file, or nothing yet.
bool may_be_replaced(const std::filesystem::path& path) {
  std::error_code none;
  return !std::filesystem::exists(path, none) || std::filesystem::is_regular_file(path, none);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  if (const auto descriptor = descriptor_of(path_)) {
    std::fflush(nullptr);
    const int own = ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0);
    file_ = own < 0 ? nullptr : ::fdopen(own, "wb");
    if (!file_) fail(errno);
    return;
  }
  std::error_code none;
  // The system follows at most so many links in a row. The file that the last one names need not
  // exist.
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && may_be_replaced(path_); ++i) {
    if (!std::filesystem::is_symlink(path_, none)) {
      temporary_ = path_.string() + ".partial";
      break;
    }
    path_ = path_.parent_path() / std::filesystem::read_symlink(path_, none);
  }
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
  // Where the path stands for stdout, text that was printed earlier must come first.
  if (temporary_.empty()) std::fflush(stdout);
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
