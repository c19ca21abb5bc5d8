#pragma once

#include <cstddef>
#include <optional>

#include "opencl/device/device.h"
#include "opencl/memory/batch_outcome.h"

namespace assay::opencl {

/// How many allocations a probe frees at once.
inline constexpr std::size_t kFreedTogether = 3;

/// Whether a device is asked.
inline bool asks_svm_free(const DeviceInfo& device) { return device.coarse_svm; }

/// Tells whether clEnqueueSVMFree keeps the pointers that it was given. OpenCL permits to overwrite
/// their array as soon as the call has returned. Here that is done while the command still waits
/// for an event; its callback must get the pointers as they were. Tells what it got instead. Waits
/// for the callback. Needs asks_svm_free(). Throws CallFailure.
std::optional<Damage> probe_svm_free(const Device& device);

}  // namespace assay::opencl
