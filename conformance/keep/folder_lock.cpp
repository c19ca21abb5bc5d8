// The lock is one of the system (flock) on a file of the folder. The file names its holder, and the
// holder removes it at its end.
#include "conformance/keep/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "ops/error.h"
#include "specs/json.h"

namespace assay::conformance {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw Error(fmt::format("{}: {}", path.string(), std::strerror(error)));
}

/// Whether `path` still names the open file. The last holder may have removed it.
bool is_named(int file, const std::filesystem::path& path) {
  struct stat open{}, named{};
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

std::string own_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}", ::getpid(), host.data());
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : path_(folder / "lock") {
  do {
    file_ = ops::FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (!file_) fail(path_, errno);
    if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail(path_, errno);
      const std::string holder = specs::read_file(path_);
      throw Error(fmt::format("{}: {} writes to this folder", folder.string(),
                              holder.empty() ? "another process" : holder));
    }
  } while (!is_named(file_.get(), path_));
  // Where the disk is full, the folder is held without a name.
  const std::string name = own_name();
  if (::ftruncate(file_.get(), 0) == 0) (void)!::pwrite(file_.get(), name.data(), name.size(), 0);
}

FolderLock::~FolderLock() {
  std::error_code ignored;
  if (file_) std::filesystem::remove(path_, ignored);
}

}  // namespace assay::conformance
