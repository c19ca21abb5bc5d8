#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

namespace assay::ops {

/// The nanoseconds of the steady clock, which is the same in all processes of a machine.
inline std::uint64_t nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

/// The seconds between two values of nanoseconds(); negative where `to` is the earlier one.
constexpr double seconds_between(std::uint64_t from, std::uint64_t to) {
  return static_cast<double>(static_cast<std::int64_t>(to - from)) * 1e-9;
}

/// Measures wall-clock time.
class Stopwatch {
 public:
  /// The seconds since the last lap, or since construction if there was no lap.
  double seconds() const { return seconds_between(last_, nanoseconds()); }

  /// Returns seconds() and begins a new lap.
  double lap() {
    const std::uint64_t now = nanoseconds();
    return seconds_between(std::exchange(last_, now), now);
  }

 private:
  std::uint64_t last_ = nanoseconds();
};

}  // namespace assay::ops
