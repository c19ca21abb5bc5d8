#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "opencl/launch/launch.h"
#include "specs/spec.h"

namespace assay::conformance {

/// How fast a variant's kernels take one case, beside a copy of as many bytes.
struct KernelRate {
  std::string variant;
  /// Over all tensors.
  std::uint64_t elements = 0, bytes = 0;
  /// Medians of the launches alone, with their finish: transfers are aside. The copy reads and
  /// writes as many bytes as the tensors have together.
  double seconds = 0, copy_seconds = 0;

  double bytes_per_second() const { return static_cast<double>(bytes) / seconds; }
  /// 1: as fast as the copy.
  double of_copy() const { return copy_seconds / seconds; }
};

/// A packed case of the newest level, of a type that all devices have, with about so many elements
/// over all tensors; always the same. Without a spec where none was found.
specs::Case case_for_rates(const specs::Spec& spec, std::uint64_t elements);

/// Measures each variant that the device has for a valid case; none where it does not fit the
/// device. Throws CallFailure.
std::vector<KernelRate> measure_kernels(opencl::Launcher& launcher, KernelLibrary& library,
                                        const specs::Case& c, unsigned repetitions);

}  // namespace assay::conformance
