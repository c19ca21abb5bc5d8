#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "opencl/launch/launch.h"
#include "specs/spec.h"

namespace assay::conformance {

/// How fast a variant's kernels compute one case, compared with a copy of as many bytes.
struct KernelRate {
  std::string variant;
  /// The elements and the bytes of all tensors together.
  std::uint64_t elements = 0, bytes = 0;
  /// `seconds` is the median time of the case's launches with their clFinish, without transfers,
  /// where they are repeated on the same memory. `copy_seconds` is that of a copy on the device
  /// that reads and writes `bytes` together, repeated alike.
  double seconds = 0, copy_seconds = 0;

  double bytes_per_second() const { return static_cast<double>(bytes) / seconds; }
  /// The speed relative to the copy; 1 is as fast as the copy.
  double of_copy() const { return copy_seconds / seconds; }
};

/// Gives a packed case of the newest level, with FLOAT32, a type that all devices have, and with
/// about `elements` elements over all tensors. The same arguments always give the same case. Its
/// `spec` is null where no case was found.
specs::Case case_for_rates(const specs::Spec& spec, std::uint64_t elements);

/// Measures each variant that can compute the valid case `c` on the device, by at least
/// `repetitions` launches. Gives no rates where the case does not fit the device. Throws
/// CallFailure, and Error where launches wrote nothing, or memory that they may not change did not
/// come back as it was.
std::vector<KernelRate> measure_kernels(opencl::Launcher& launcher, KernelLibrary& library,
                                        const specs::Case& c, unsigned repetitions);

}  // namespace assay::conformance
