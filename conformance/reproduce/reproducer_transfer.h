#pragma once

#include <cstddef>
#include <optional>

#include "conformance/reproduce/reproducer_route.h"

namespace assay::conformance {

/// Adds the memory of a route, and `upload()` and `download()`, in as many steps as it takes.
/// `far`: the number of the memory that lies behind 4 GiB.
void add_transfer(const opencl::LaunchOptions& options, std::optional<std::size_t> far,
                  RouteCode& code);

}  // namespace assay::conformance
