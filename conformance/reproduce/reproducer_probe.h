#pragma once

#include <string>

#include "opencl/device/launch_options.h"

namespace assay::conformance {

/// `wrong_scalars()`: what the scalar probe of a route does, in C; empty where it has none.
std::string c_probe(const opencl::LaunchOptions& options);

}  // namespace assay::conformance
