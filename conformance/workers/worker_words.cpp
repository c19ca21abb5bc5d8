#include "conformance/workers/worker_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kLast = 2000;
constexpr off_t kMostInMemory = 1 << 20;

[[noreturn]] void fail(const std::string& what) {
  throw Error(fmt::format("{}: {}", what, std::strerror(errno)));
}

}  // namespace

WorkerWords::WorkerWords(const std::optional<std::filesystem::path>& log)
    : file_(log ? ::open(log->c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)
                : ::memfd_create("assay-worker-stderr", MFD_CLOEXEC)),
      in_memory_(!log) {
  if (!file_ && log) fail(log->string());
  if (!file_ || ::fcntl(file_.get(), F_SETFL, O_APPEND) != 0)
    fail("cannot start a worker: memfd_create");
}

std::string WorkerWords::last() const {
  struct stat file{};
  if (::fstat(file_.get(), &file) != 0) return {};
  std::string words(std::min(static_cast<std::size_t>(file.st_size), kLast), '\0');
  const off_t from = file.st_size - static_cast<off_t>(words.size());
  const ssize_t got = ::pread(file_.get(), words.data(), words.size(), from);
  words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return words;
}

void WorkerWords::forget_old() const {
  struct stat file{};
  if (in_memory_ && ::fstat(file_.get(), &file) == 0 && file.st_size > kMostInMemory &&
      ::ftruncate(file_.get(), 0) != 0)
    fail("cannot bound what a worker writes: ftruncate");
}

}  // namespace assay::conformance
