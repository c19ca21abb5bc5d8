#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "opencl/device/device.h"

namespace assay::conformance {

/// The largest error that a device made in a built-in function.
struct UlpError {
  std::string function;
  /// 1 for the function of a scalar, 4 for that of a vector.
  int lanes = 1;
  int operands = 1;
  /// The limit by the OpenCL C specification, and the largest error, in ULP. The error is infinite
  /// where only one of the two results is finite.
  double limit = 0, largest = 0;
  /// Where it was made, what came, and the exact result.
  float a = 0, b = 0, came = 0;
  double exact = 0;
  /// How many results were compared, and how many of them are not permitted.
  std::uint64_t results = 0, refused = 0;
};

/// Computes each built-in function of the table for `arguments` arguments: neighbours of its edges,
/// random bits, and magnitudes in the middle. Denormals that the device may flush are not counted
/// as errors. The same seed gives the same arguments. Throws CallFailure.
std::vector<UlpError> measure_ulps(const opencl::Device& device, std::uint64_t arguments,
                                   std::uint64_t seed);

}  // namespace assay::conformance
