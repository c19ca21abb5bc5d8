#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_probe.h"
#include "conformance/reproduce/reproducer_route.h"

/// Writes the C functions of a reproducer that run the batch once and compare the results.
namespace assay::conformance {

/// The C functions that compare an output, and the bytes that may not change.
std::string check_part(const ReproducerBatch& batch, const RouteCode& code);

/// The C function that uploads all memories, launches, downloads all memories, probes and compares
/// them.
std::string run_part(const ReproducerBatch& batch, const RouteCode& code, const ProbeCode& probe);

}  // namespace assay::conformance
