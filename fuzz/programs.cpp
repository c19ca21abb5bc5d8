// The programs at hand are a list with the most recent one first. The list is no longer than the
// shortest list that a driver keeps: if there are more than 128 kernels, PoCL 3.1 unloads the least
// used one, and most variants have one or two kernels.
#include "fuzz/programs.h"

#include <iterator>
#include <utility>

namespace assay::fuzz {
namespace {

using conformance::Routed;
using opencl::LaunchOptions;

constexpr std::size_t kAtHand = 72;
/// The time for programs that are not at hand: kFirst in seconds, since at the start all programs
/// are new, and kShare as a share of the time that has passed.
constexpr double kFirst = 5, kShare = 0.05;

}  // namespace

void Programs::ran(const Routed& r, double seconds) {
  std::string key = conformance::launch_text(r.c, r.route);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
    return;
  }
  getting_ += seconds;
  // Here PoCL chooses the local size by the global size, and compiles for each local size. So the
  // program is not kept.
  if (r.route.launch.local == LaunchOptions::kNullLocal) return;
  specs::Head head{r.c.spec, r.c.level, {}, 0};
  for (const ops::TensorDesc& t : r.c.descriptor.tensors)
    head.types.push_back(static_cast<std::int64_t>(t.type));
  entries_.push_front({std::move(key), {std::move(head), r.route}});
  by_key_[entries_.front().key] = entries_.begin();
  if (entries_.size() <= kAtHand) return;
  by_key_.erase(entries_.back().key);
  entries_.pop_back();
}

bool Programs::may_get() const { return getting_ <= kFirst + kShare * watch_.seconds(); }

const Programs::Program* Programs::some(specs::Chooser& chooser) const {
  if (entries_.empty()) return nullptr;
  auto at = entries_.begin();
  std::advance(at, chooser.below(entries_.size()));
  return &at->program;
}

bool Programs::at_hand(const Routed& r) const {
  return by_key_.contains(conformance::launch_text(r.c, r.route));
}

Programs& programs() {
  static Programs* const all = new Programs;
  return *all;
}

}  // namespace assay::fuzz
