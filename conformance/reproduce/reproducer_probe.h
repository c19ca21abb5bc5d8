#pragma once

#include <string>

#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// The C functions that do what the route's probe does: `wrong_scalars`
/// (opencl/launch/scalar_probe.h), or `wrong_events` and, where the device has shared virtual
/// memory, `wrong_svm_free` (opencl/launch/call_probe.h). Empty where the route has no probe.
std::string c_probe(const opencl::LaunchOptions& options, const opencl::DeviceInfo& device);
/// The statements that call them, and note a failure in the variable `failed`. Empty as well.
std::string c_probe_calls(opencl::Probe probe, const opencl::DeviceInfo& device);
/// The value of CL_TARGET_OPENCL_VERSION that they need at least.
unsigned version_of_probe(opencl::Probe probe, const opencl::DeviceInfo& device);

}  // namespace assay::conformance
