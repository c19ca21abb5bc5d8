#include "opencl/program/kernel_cache.h"

#include <cstdlib>
#include <ctime>
#include <string>

#include "opencl/program/build_pool.h"

namespace assay::opencl {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostSlots = 1024;

fs::path slot_folder(const fs::path& base, unsigned k) {
  return base / ("slot-" + std::to_string(k));
}

/// Adds the new builds of a slot to the pool, and gives it those that it lost.
void share(CacheSlot& slot, const BuildPool& pool) {
  pool.give_to(slot.cache(), slot.removed());
  slot.state().taken = slot.taken();
  pool.add_from(slot.cache(), slot.unshared());
  slot.state().new_since = 0;
}

}  // namespace

KernelCache::KernelCache(const fs::path& base) {
  bool can_be_written = true;
  unsigned k = 0;
  for (; can_be_written && k < kMostSlots && !slot_; ++k)
    if (auto slot = CacheSlot::take(slot_folder(base, k), can_be_written))
      slot_.emplace(std::move(*slot));
  if (!slot_) return;
  const BuildPool pool(base / "pool");
  share(*slot_, pool);
  // What the holders of other slots built before they ended is shared, too.
  for (std::error_code error; fs::exists(slot_folder(base, k), error); ++k)
    if (auto other = CacheSlot::take(slot_folder(base, k), can_be_written)) share(*other, pool);
  slot_->state().taken = pool.copy_to(slot_->cache(), slot_->state().taken);
}

void KernelCache::busy(bool is) {
  if (!slot_) return;
  CacheSlot::State& state = slot_->state();
  state.busy_since = is ? std::time(nullptr) : 0;
  if (is && state.new_since == 0) state.new_since = state.busy_since;
}

fs::path kernel_caches() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path own = variable("POCL_CACHE_DIR"); !own.empty()) {
    // The process that started this one may have a slot, and has set the variable to it.
    const fs::path slot = own.parent_path();
    const bool is_slot = own.filename() == "cache" && slot.filename().string().starts_with("slot-");
    return is_slot ? slot.parent_path() : own / "assay";
  }
  if (const fs::path cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return cache / "pocl/kcache/assay";
  if (const fs::path home = variable("HOME"); !home.empty())
    return home / ".cache/pocl/kcache/assay";
  return "/tmp/pocl/kcache/assay";
}

KernelCache& own_kernel_cache() {
  // This object is never destroyed, because threads of the driver may run until the process ends.
  static KernelCache& cache = *[] {
    auto* made = new KernelCache(kernel_caches());
    if (!made->folder().empty()) ::setenv("POCL_CACHE_DIR", made->folder().c_str(), 1);
    return made;
  }();
  return cache;
}

}  // namespace assay::opencl
