// PoCL keeps each program in a folder of its own, two levels below the cache. If such a folder
// holds a file that is as new as the unfinished work or newer, all of the folder is removed.
#include "opencl/program/cache_slot.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <utility>
#include <vector>

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

std::int64_t wall_seconds(fs::file_time_type time) {
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
}

bool has_younger(const fs::path& folder, std::int64_t since) {
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error))
    if (const auto time = fs::last_write_time(at->path(), error);
        error || wall_seconds(time) >= since)
      return true;
  return static_cast<bool>(error);
}

/// Removes what was written at `since` or later.
void forget(const fs::path& cache, std::int64_t since) {
  std::error_code error;
  std::vector<fs::path> young;
  for (const auto& part : fs::directory_iterator(cache, error)) {
    if (!part.is_directory(error)) {
      young.push_back(part.path());
      continue;
    }
    for (const auto& program : fs::directory_iterator(part.path(), error))
      if (has_younger(program.path(), since)) young.push_back(program.path());
  }
  for (const fs::path& path : young) fs::remove_all(path, error);
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
  auto& state = *static_cast<State*>(memory);
  if (state.busy_since != 0) {
    // One second more is removed, because the times of files are coarse.
    forget(folder / "cache", state.busy_since - 1);
    state = {.busy_since = 0, .has_new = 1, .taken = 0};
  }
  return CacheSlot(folder / "cache", file, &state);
}

CacheSlot::CacheSlot(CacheSlot&& other) noexcept
    : cache_(std::move(other.cache_)),
      lock_(std::exchange(other.lock_, -1)),
      state_(std::exchange(other.state_, nullptr)) {}

CacheSlot::~CacheSlot() {
  if (state_) ::munmap(state_, sizeof *state_);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace assay::opencl
