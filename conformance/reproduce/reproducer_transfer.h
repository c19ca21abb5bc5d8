#pragma once

#include <cstddef>
#include <optional>

#include "conformance/reproduce/reproducer_route.h"

namespace assay::conformance {

/// Adds to `code` the members of the route's memory, and the functions `upload()` and `download()`
/// with all their steps. `far` is the number of the memory that lies beyond the first 4 GiB of its
/// buffer, if there is one.
void add_transfer(const opencl::LaunchOptions& options, std::optional<std::size_t> far,
                  RouteCode& code);

}  // namespace assay::conformance
