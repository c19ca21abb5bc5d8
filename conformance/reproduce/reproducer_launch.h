#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_route.h"

/// The OpenCL calls of a reproducer, but for those that move bytes, as C.
namespace assay::conformance {

/// The properties of its queues.
std::string c_queue_properties(const ReproducerBatch& batch);
/// The module of a route from SPIR-V, made with the options of a build; else nothing. Throws Error
/// where it cannot be made.
std::string c_spirv(const ReproducerBatch& batch, const std::string& options);
/// Statements that make the program again from its binary or from SPIR-V, where the route asks.
std::string c_binary(const ReproducerBatch& batch);
/// Rows of arguments by name, and the number of the memory that each is given.
std::string c_arguments(const ReproducerBatch& batch);
/// Statements that launch all passes over all cases.
std::string c_launches(const ReproducerBatch& batch, const RouteCode& code);
/// Statements that do `what` (`upload`, `download`) with each memory.
std::string c_each_memory(const std::string& what, const RouteCode& code);
/// Statements that free what the route's memory has beyond its buffer.
std::string c_release(const ReproducerBatch& batch);

}  // namespace assay::conformance
