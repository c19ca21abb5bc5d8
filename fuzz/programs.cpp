// Programs at hand are a list, the latest first, as long as the shortest list of the kind that a
// driver keeps: PoCL 3.1 unloads the least used of more than 128 kernels, and most variants have
// one or two.
#include "fuzz/programs.h"

#include <iterator>
#include <string_view>

namespace assay::fuzz {
namespace {

using conformance::Route;
using conformance::Routed;
using opencl::LaunchOptions;

constexpr std::size_t kAtHand = 72;
/// Of the time, for programs that are not at hand.
constexpr double kShare = 0.2;

class Key {
 public:
  void add(std::uint64_t value) {
    value_ = (value_ ^ value) * 0x9e3779b97f4a7c15u;
    value_ ^= value_ >> 29;
  }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// All that drivers may compile anew for.
std::uint64_t key_of(const Routed& r) {
  const LaunchOptions& launch = r.route.launch;
  Key key;
  key.add(r.c.spec->name());
  key.add(r.route.variant);
  for (const ops::TensorDesc& t : r.c.descriptor.tensors)
    key.add(static_cast<std::uint64_t>(t.type));
  key.add(launch.local);
  key.add(launch.standard);
  key.add(static_cast<std::uint64_t>(launch.case_space) * 8 +
          static_cast<std::uint64_t>(launch.program) * 2 + launch.optimize);
  // PoCL compiles once more where offsets come in.
  key.add(launch.offset != 0 || launch.launches > 1);
  return key.value();
}

}  // namespace

void Programs::ran(const Routed& r, double seconds) {
  total_ += seconds;
  const std::uint64_t key = key_of(r);
  if (const auto known = by_key_.find(key); known != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
    return;
  }
  getting_ += seconds;
  // PoCL chooses the local size by the global one, and compiles for each.
  if (r.route.launch.local == LaunchOptions::kNullLocal) return;
  specs::Head head{r.c.spec, r.c.level, {}, 0};
  for (const ops::TensorDesc& t : r.c.descriptor.tensors)
    head.types.push_back(static_cast<std::int64_t>(t.type));
  entries_.push_front({key, {std::move(head), r.route}});
  by_key_[key] = entries_.begin();
  if (entries_.size() <= kAtHand) return;
  by_key_.erase(entries_.back().key);
  entries_.pop_back();
}

bool Programs::may_get() const { return entries_.empty() || getting_ <= kShare * total_; }

const Programs::Program* Programs::some(specs::Chooser& chooser) const {
  if (entries_.empty()) return nullptr;
  auto at = entries_.begin();
  std::advance(at, chooser.below(entries_.size()));
  return &at->program;
}

const Programs::Entry* Programs::find(const Routed& r) const {
  const auto known = by_key_.find(key_of(r));
  return known == by_key_.end() ? nullptr : &*known->second;
}

Programs& programs() {
  static Programs* const all = new Programs;
  return *all;
}

void share_program(Route& route, const Route& with) {
  route.variant = with.variant;
  route.launch.local = with.launch.local;
  route.launch.standard = with.launch.standard;
  route.launch.case_space = with.launch.case_space;
  route.launch.program = with.launch.program;
  route.launch.optimize = with.launch.optimize;
  if ((route.launch.offset != 0 || route.launch.launches > 1) !=
      (with.launch.offset != 0 || with.launch.launches > 1)) {
    route.launch.offset = with.launch.offset;
    route.launch.launches = with.launch.launches;
  }
}

}  // namespace assay::fuzz
