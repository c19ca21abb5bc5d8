#pragma once

#include <functional>
#include <string>

#include "conformance/run/time_limits.h"

namespace assay::conformance {

/// What those who wait for workers ask of the campaign for which they wait. Each function may be
/// empty.
struct Attendance {
  /// Asked some 20 times a second during a wait. Once it gives false, no run goes on: it is cut off
  /// (is_cut_off()). If the function is empty, nothing is cut off.
  std::function<bool()> go_on;
  /// Done as often while one case is waited for: the campaign's other work.
  std::function<void()> meanwhile;
  /// Called where the driver cannot be started any more, with the reason. What was to run then is
  /// cut off. If the function is empty, Error is thrown instead.
  std::function<void(const std::string& why)> gone;
  /// Called where a worker is ended that had crashed while it had nothing to do, as a thread of the
  /// driver may, with what it ended by. That belongs to no case, and a run with it has not passed.
  std::function<void(const std::string& how)> crashed_idle;
  TimeLimits limits;

  /// One turn of a wait for a case: asks `go_on`, and does `meanwhile` where the wait goes on.
  bool each_turn() const {
    if (go_on && !go_on()) return false;
    if (meanwhile) meanwhile();
    return true;
  }
};

}  // namespace assay::conformance
