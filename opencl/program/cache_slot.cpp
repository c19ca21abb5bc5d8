// PoCL keeps each program in a folder of its own, two levels below the cache. A new file changes
// the time of the folder that it comes into, so only folders are asked for their times.
#include "opencl/program/cache_slot.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

/// Calls `act` with each entry of a folder. Gives whether all of them could be listed.
template <class Act>
bool each_entry(const fs::path& folder, Act act) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    act(*at);
  return !error;
}

bool is_folder(const fs::directory_entry& entry) {
  std::error_code error;
  return entry.is_directory(error);
}

/// Whether each folder within a folder is one more link to it, so that a folder with two links has
/// none within it.
bool counts_folders(const fs::path& folder) {
  struct statfs status;
  if (::statfs(folder.c_str(), &status) != 0) return false;
  constexpr auto kXfs = 0x58465342;
  const auto type = static_cast<long>(status.f_type);
  return type == EXT4_SUPER_MAGIC || type == kXfs || type == TMPFS_MAGIC;
}

/// When the last file came into the folder or into a folder within it, in seconds of the wall
/// clock; the end of time where that cannot be told. `counted`: counts_folders() of the folder.
std::int64_t last_change(const fs::path& folder, bool counted) {
  struct stat status;
  if (::stat(folder.c_str(), &status) != 0) return INT64_MAX;
  std::int64_t last = status.st_mtime;
  if (counted && status.st_nlink == 2) return last;
  const bool is_whole = each_entry(folder, [&](const fs::directory_entry& entry) {
    if (is_folder(entry)) last = std::max(last, last_change(entry.path(), counted));
  });
  return is_whole ? last : INT64_MAX;
}

}  // namespace

std::optional<CacheSlot> CacheSlot::take(const fs::path& folder, bool& can_be_written) {
  can_be_written = true;
  std::error_code error;
  fs::create_directories(folder / "cache", error);
  const int file = ::open((folder / "state").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (error || file < 0) {
    can_be_written = false;
    return std::nullopt;
  }
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return std::nullopt;
  }
  void* memory = MAP_FAILED;
  if (::ftruncate(file, sizeof(State)) == 0)
    memory = ::mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    ::close(file);
    can_be_written = false;
    return std::nullopt;
  }
  CacheSlot slot(folder / "cache", file, static_cast<State*>(memory));
  slot.taken_ = slot.state().taken;
  slot.look_through();
  return slot;
}

void CacheSlot::look_through() {
  if (state_->busy_since == 0 && state_->new_since == 0) return;
  // The times of files are coarse, so one second more is looked at.
  const auto is_since = [](std::int64_t change, std::int64_t second) {
    return second != 0 && change >= second - 1;
  };
  const bool counted = counts_folders(cache_);
  std::vector<fs::path> files;
  each_entry(cache_, [&](const fs::directory_entry& part) {
    // Files beside the programs' folders are temporary.
    if (!is_folder(part)) {
      if (state_->busy_since != 0) files.push_back(part.path());
      return;
    }
    each_entry(part.path(), [&](const fs::directory_entry& program) {
      const std::int64_t change = last_change(program.path(), counted);
      const fs::path name = part.path().filename() / program.path().filename();
      if (is_since(change, state_->busy_since))
        removed_.push_back(name);
      else if (is_since(change, state_->new_since))
        unshared_.push_back(name);
    });
  });
  if (!removed_.empty()) state_->taken = 0;
  std::error_code error;
  for (const fs::path& file : files) fs::remove(file, error);
  for (const fs::path& program : removed_) fs::remove_all(cache_ / program, error);
  state_->busy_since = 0;
}

CacheSlot::CacheSlot(CacheSlot&& other) noexcept
    : cache_(std::move(other.cache_)),
      lock_(std::exchange(other.lock_, -1)),
      state_(std::exchange(other.state_, nullptr)),
      taken_(other.taken_),
      removed_(std::move(other.removed_)),
      unshared_(std::move(other.unshared_)) {}

CacheSlot::~CacheSlot() {
  if (state_) ::munmap(state_, sizeof *state_);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace assay::opencl
