#pragma once

#include <chrono>
#include <utility>

namespace assay::ops {

/// Tells the wall-clock time between one look and the next.
class Stopwatch {
 public:
  /// Seconds since the last lap, or since it was made; the lap goes on.
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count();
  }
  /// The same, and a new lap begins.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace assay::ops
