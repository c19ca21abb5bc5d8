#pragma once

#include <functional>

#include "conformance/run/time_limits.h"

namespace assay::conformance {

/// What those who wait for workers ask of the campaign for which they wait.
struct Attendance {
  /// Called some 20 times a second during a wait. Once it gives false, no run goes on: it is cut
  /// off (is_cut_off()). If the function is empty, nothing is cut off.
  std::function<bool()> go_on;
  TimeLimits limits;
};

}  // namespace assay::conformance
