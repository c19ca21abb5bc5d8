#pragma once

#include <string>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// What a route's probe is in C; empty where it has none.
struct ProbeCode {
  /// The functions: `wrong_scalars` (opencl/launch/scalar_probe.h), or `wrong_events` and, where
  /// the device has shared virtual memory, `wrong_svm_free` (opencl/launch/call_probe.h).
  std::string functions;
  /// The statements that call them, and note a failure in the variable `failed`.
  std::string calls;
  /// The value of CL_TARGET_OPENCL_VERSION that they need at least.
  unsigned version = 120;
};

ProbeCode probe_code(const opencl::LaunchOptions& options, const opencl::DeviceInfo& device);

}  // namespace assay::conformance
