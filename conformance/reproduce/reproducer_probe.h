#pragma once

#include <string>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// The function `wrong_scalars`, which does what the scalar probe of a route does; empty where the
/// route has none.
std::string c_probe(const opencl::LaunchOptions& options);

}  // namespace assay::conformance
