#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// One run of a reproducer, and what it compares afterwards, as C.
namespace assay::conformance {

/// The functions that compare an output, and the bytes that may not change.
std::string check_part(const ReproducerBatch& batch, const RouteCode& code);

/// The function that brings all memories to the device and back and compares them.
std::string run_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
