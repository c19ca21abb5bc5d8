#pragma once

#include <functional>
#include <string>

#include "conformance/run/time_limits.h"

namespace assay::conformance {

/// What those who wait for workers ask of the campaign for which they wait.
struct Attendance {
  /// Called some 20 times a second during a wait. Once it gives false, no run goes on: it is cut
  /// off (is_cut_off()). If the function is empty, nothing is cut off.
  std::function<bool()> go_on;
  /// Called where the driver cannot be started any more, with the reason. What was to run then is
  /// cut off. If the function is empty, Error is thrown instead.
  std::function<void(const std::string& why)> gone;
  TimeLimits limits;
};

}  // namespace assay::conformance
