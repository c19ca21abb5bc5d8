#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// What a reproducer knows of its batch, as C: tables, and the functions that lay them out.
namespace assay::conformance {

/// The cases, their data, and what is permitted.
std::string case_part(const ReproducerBatch& batch);

/// The memories, and which of their bytes may change.
std::string memories_part(const ReproducerBatch& batch, const RouteCode& code);

/// The functions that fill the memories.
std::string fill_part(const ReproducerBatch& batch, const RouteCode& code);

}  // namespace assay::conformance
