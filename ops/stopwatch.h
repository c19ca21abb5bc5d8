#pragma once

#include <chrono>
#include <utility>

namespace assay::ops {

/// Measures wall-clock time.
class Stopwatch {
 public:
  /// The seconds since the last lap, or since construction if there was no lap.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - last_).count(); }

  /// Returns seconds() and begins a new lap.
  double lap() {
    const auto now = Clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point last_ = Clock::now();
};

}  // namespace assay::ops
