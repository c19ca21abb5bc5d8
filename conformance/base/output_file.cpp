// Files that no reader sees half written.
#include "conformance/base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "ops/deadline.h"
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

/// Seconds for which a pipe without a reader is waited for.
constexpr double kReaderSeconds = 3;

/// Writes all of a text to the descriptor that `cookie` is. A reader that takes nothing must not
/// hold up a program that is told to end, so that is a failure.
ssize_t write_to_reader(void* cookie, const char* text, std::size_t size) {
  const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(cookie));
  ops::Deadline deadline(kReaderSeconds);
  for (std::size_t at = 0; at < size;) {
    pollfd ready{file, POLLOUT, 0};
    const int count = ::poll(&ready, 1, deadline.poll_milliseconds());
    if (count == 0) errno = ETIMEDOUT;
    // So many bytes a pipe that is ready takes without waiting.
    const ssize_t wrote =
        count > 0 ? ::write(file, text + at, std::min<std::size_t>(size - at, PIPE_BUF)) : -1;
    if (wrote < 0 && errno != EINTR && errno != EAGAIN) return 0;
    if (wrote <= 0) continue;
    at += static_cast<std::size_t>(wrote);
    deadline = ops::Deadline(kReaderSeconds);
  }
  return static_cast<ssize_t>(size);
}

int close_descriptor(void* cookie) {
  return ::close(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)));
}

/// A stream that writes to this descriptor and owns it. Null, with errno, where it is below 0.
std::FILE* stream_to_reader(int file) {
  if (file < 0) return nullptr;
  return ::fopencookie(
      reinterpret_cast<void*>(static_cast<std::intptr_t>(file)), "wb",
      {.read = nullptr, .write = write_to_reader, .seek = nullptr, .close = close_descriptor});
}

/// Opens a file that stays what it is. A pipe must have a reader, or get one soon; else this fails
/// with ETIMEDOUT.
int open_as_it_is(const std::filesystem::path& path) {
  constexpr auto kTurn = std::chrono::milliseconds(20);
  for (const ops::Deadline deadline(kReaderSeconds);;) {
    const int file = ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 || errno != ENXIO || !std::filesystem::is_fifo(path)) return file;
    if (deadline.has_passed()) {
      errno = ETIMEDOUT;
      return -1;
    }
    std::this_thread::sleep_for(kTurn);
  }
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
    file_ = stream_to_reader(::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0));
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
  file_ = temporary_.empty() ? stream_to_reader(open_as_it_is(path_))
                             : std::fopen(temporary_.c_str(), "wb");
  if (!file_) fail(errno);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, ignored);
}

void OutputFile::fail(int error) const {
  throw Error(fmt::format("{}: {}", path_.string(),
                          error == ETIMEDOUT ? "nobody reads this pipe" : std::strerror(error)));
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

void move_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) throw Error(fmt::format("{}: {}", to.string(), error.message()));
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Error(fmt::format("{}: {}", path.string(), error.message()));
}

}  // namespace assay::conformance
