#pragma once

#include <optional>

#include "opencl/device/call_failure.h"
#include "opencl/device/cl.h"
#include "opencl/device/device.h"

namespace assay::opencl {

/// Asks a device for all that DeviceInfo holds. `unanswered` is set to the first question that
/// OpenCL obliges the device to answer and that it does not.
DeviceInfo describe(const cl::Device& device, std::optional<CallFailure>* unanswered = nullptr);

}  // namespace assay::opencl
