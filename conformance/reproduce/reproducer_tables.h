#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// Writes the C tables that describe the batch, and the functions that lay them out in memory.
namespace assay::conformance {

/// The cases, their data, and the permitted answers.
std::string case_part(const ReproducerBatch& batch);

/// The memories, and the bytes of them that may change.
std::string memories_part(const ReproducerBatch& batch, const RouteCode& code);

/// The C functions that fill the memories.
std::string fill_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
