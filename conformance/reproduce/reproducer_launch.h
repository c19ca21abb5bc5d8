#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// Writes the OpenCL calls of a reproducer as C, except those that move bytes.
namespace assay::conformance {

/// The C function that makes the context, the queues, the program and the host's memory.
std::string setup_part(const ReproducerBatch& batch, const RouteCode& code);

/// The C functions that bind a kernel's arguments and launch all passes over all cases.
std::string launch_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
