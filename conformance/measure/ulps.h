#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "conformance/keep/kept_ulps.h"
#include "opencl/device/device.h"

namespace assay::conformance {

/// The numbers of lanes that OpenCL C has built-in functions for.
inline constexpr int kVectorLanes[] = {1, 2, 3, 4, 8, 16};

/// What is measured, and with which arguments.
struct UlpsOptions {
  /// Arguments of each function; of those with one operand, FLOAT16 and half take all 65,536.
  std::uint64_t arguments = 1 << 16;
  std::uint64_t seed = 1;
  /// The names of the functions and the types. Empty means all.
  std::vector<std::string> functions = {};
  std::vector<UlpType> types = {};
  /// Lanes of the vectors, from kVectorLanes, each once; 1 is a scalar.
  std::vector<int> lanes = {1, 4};
  /// OpenCL C that stands above the kernels. Tests make a built-in function inaccurate by it.
  std::string prelude = {};
  /// Asked before each function. Once it gives false, the result has what was measured by then. If
  /// it is empty, all is measured.
  std::function<bool()> go_on = {};
};

/// Computes each built-in function of the table, for each number of lanes. Denormals that the
/// device may flush are not counted as errors. The same seed gives the same arguments. A
/// type that the device lacks is said not to be supported. A call that fails ends the measurement,
/// whose result has what was measured by then. Throws Error for a name that is no function's.
Ulps measure_ulps(const opencl::Device& device, const UlpsOptions& options = {});

}  // namespace assay::conformance
