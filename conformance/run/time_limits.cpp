#include "conformance/run/time_limits.h"

#include <algorithm>
#include <utility>

namespace assay::conformance {
namespace {

constexpr unsigned kHangsBelieved = 2;
constexpr double kTimesSlowest = 10, kLeastSeconds = 5;

}  // namespace

bool TimeLimits::came_back(const VariantName& name, double seconds) {
  Seen& seen = of_[name];
  seen.slowest = std::max(seen.slowest, seconds);
  return !std::exchange(seen.came_back, true);
}

bool TimeLimits::any() const {
  return std::any_of(of_.begin(), of_.end(),
                     [](const auto& o) { return o.second.hangs >= kHangsBelieved; });
}

std::optional<double> TimeLimits::most(const VariantName& name) const {
  const auto seen = of_.find(name);
  if (seen == of_.end() || seen->second.hangs < kHangsBelieved) return std::nullopt;
  return std::max(kTimesSlowest * seen->second.slowest, kLeastSeconds);
}

}  // namespace assay::conformance
