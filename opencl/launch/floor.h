#pragma once

#include "opencl/device/device.h"

namespace assay::opencl {

/// What a device's driver charges at least, as medians over repetitions.
struct Floor {
  /// Seconds of a launch of an empty kernel, and its finish.
  double empty_launch = 0;
  /// Seconds of 64 bytes written, one work-group run over them, 64 bytes read, and its finish.
  double smallest_launch = 0;
  /// Bytes a second of clEnqueueCopyBuffer, of memcpy on the host, of a write and of a read
  /// command, each of `copied` bytes, counted once.
  double device_copy = 0, host_copy = 0, write = 0, read = 0;
  std::size_t copied = 0;
};

/// Measures for about `seconds`. Throws CallFailure.
Floor measure_floor(const Device& device, double seconds);

/// The median seconds of a copy on the device that reads and writes `bytes` together, and its
/// finish. Throws CallFailure.
double measure_copy(const Device& device, std::size_t bytes, double seconds);

}  // namespace assay::opencl
