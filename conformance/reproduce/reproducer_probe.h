#pragma once

#include <string>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// The C function `wrong_scalars`, which does what the scalar probe (opencl/launch/scalar_probe.h)
/// does. Empty where the route has no probe.
std::string c_probe(const opencl::LaunchOptions& options);

}  // namespace assay::conformance
