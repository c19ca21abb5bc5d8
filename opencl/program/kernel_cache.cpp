// Each slot has a lock, which the operating system releases however the process ends, and a word of
// shared memory in a file, which outlives the process. PoCL keeps each program in a folder of its
// own, two levels below the cache. If such a folder holds a file that is as new as the unfinished
// work or newer, all of the folder is removed.
#include "opencl/program/kernel_cache.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostSlots = 1024;

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

fs::path pocl_cache() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path own = variable("POCL_CACHE_DIR"); !own.empty()) return own;
  if (const fs::path cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return cache / "pocl/kcache";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache/pocl/kcache";
  return "/tmp/pocl/kcache";
}

}  // namespace

KernelCache::KernelCache(const fs::path& base) {
  std::error_code error;
  fs::create_directories(base, error);
  for (unsigned k = 0; !error && k < kMostSlots && folder_.empty(); ++k)
    if (!take(base / ("slot-" + std::to_string(k)))) return;
}

bool KernelCache::take(const fs::path& slot) {
  std::error_code error;
  fs::create_directories(slot / "cache", error);
  const int file = ::open((slot / "state").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (error || file < 0) return false;
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return true;
  }
  lock_ = file;
  if (::ftruncate(file, sizeof *since_) != 0) return false;
  void* memory = ::mmap(nullptr, sizeof *since_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return false;
  since_ = static_cast<std::int64_t*>(memory);
  // One second more is removed, because the times of files are coarse.
  if (*since_ != 0) forget(slot / "cache", *since_ - 1);
  *since_ = 0;
  folder_ = slot / "cache";
  return true;
}

KernelCache::~KernelCache() {
  if (since_) ::munmap(since_, sizeof *since_);
  if (lock_ >= 0) ::close(lock_);
}

void KernelCache::busy(bool is) {
  if (since_) *since_ = is ? std::time(nullptr) : 0;
}

KernelCache& own_kernel_cache() {
  // This object is never destroyed, because threads of the driver may run until the process ends.
  static KernelCache& cache = *[] {
    auto* made = new KernelCache(pocl_cache() / "assay");
    if (!made->folder().empty()) ::setenv("POCL_CACHE_DIR", made->folder().c_str(), 1);
    return made;
  }();
  return cache;
}

}  // namespace assay::opencl
