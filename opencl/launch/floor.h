#pragma once

#include "opencl/device/device.h"

namespace assay::opencl {

/// The least time that a driver takes for its basic calls: medians over repetitions.
struct Floor {
  /// Seconds for the launch of an empty kernel and clFinish.
  double empty_launch = 0;
  /// Seconds for a write of 64 bytes, a kernel of one work-group over them, a read of the 64 bytes,
  /// and clFinish.
  double smallest_launch = 0;
  /// Bytes per second of clEnqueueCopyBuffer, of memcpy on the host, of a write command and of a
  /// read command. Each moves `copied` bytes, which are counted once.
  double device_copy = 0, host_copy = 0, write = 0, read = 0;
  std::size_t copied = 0;
};

/// Measures all of these in about `seconds` in all. Throws CallFailure, and Error where launches
/// did not do what they were asked.
Floor measure_floor(const Device& device, double seconds);

/// The median seconds of a copy on the device, and clFinish. `bytes` counts what is read and what
/// is written. The copy is repeated for about `seconds`. Throws CallFailure, and Error where no
/// bytes were copied.
double measure_copy(const Device& device, std::size_t bytes, double seconds);

}  // namespace assay::opencl
