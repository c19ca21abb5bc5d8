#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/stopwatch.h"

namespace assay::ops {

/// The moment at which a caller stops waiting.
class Deadline {
 public:
  /// A deadline `seconds` from now. With 0 a caller looks once and does not wait.
  explicit Deadline(double seconds) : seconds_(seconds) {}
  static Deadline never() { return Deadline(HUGE_VAL); }

  bool is_never() const { return std::isinf(seconds_); }
  /// The seconds that are left: 0 after the deadline, infinity if there is none.
  double left() const { return is_never() ? seconds_ : std::max(seconds_ - watch_.seconds(), 0.0); }
  bool has_passed() const { return left() <= 0; }

  /// The timeout for poll(): milliseconds, rounded up; −1 if it may wait for ever.
  int poll_milliseconds() const {
    constexpr double kMost = std::numeric_limits<int>::max();
    return is_never() ? -1 : static_cast<int>(std::min(std::ceil(left() * 1e3), kMost));
  }

 private:
  double seconds_;
  Stopwatch watch_;
};

}  // namespace assay::ops
