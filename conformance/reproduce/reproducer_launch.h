#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// The OpenCL calls of a reproducer, but for those that move bytes, as C.
namespace assay::conformance {

/// The function that makes context, queues, program and the host's memory.
std::string setup_part(const ReproducerBatch& batch, const RouteCode& code);

/// The functions that bind a kernel's arguments and launch all passes over all cases.
std::string launch_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
