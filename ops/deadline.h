#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/stopwatch.h"

namespace assay::ops {

/// The moment at which somebody who waits gives up.
class Deadline {
 public:
  /// So many seconds from now; 0 for somebody who only looks and does not wait.
  explicit Deadline(double seconds) : seconds_(seconds) {}
  static Deadline never() { return Deadline(HUGE_VAL); }

  bool is_never() const { return std::isinf(seconds_); }
  /// Seconds until then; 0 where it has passed.
  double left() const { return is_never() ? seconds_ : std::max(seconds_ - watch_.seconds(), 0.0); }
  bool has_passed() const { return left() <= 0; }

  /// How long poll() is to wait: milliseconds, rounded up; −1 for ever.
  int poll_milliseconds() const {
    constexpr double kMost = std::numeric_limits<int>::max();
    return is_never() ? -1 : static_cast<int>(std::min(std::ceil(left() * 1e3), kMost));
  }

 private:
  double seconds_;
  Stopwatch watch_;
};

}  // namespace assay::ops
