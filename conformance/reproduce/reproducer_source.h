#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"

namespace assay::conformance {

/// OpenCL C as C string literals, a line each; without annotations and #line.
std::string c_lines(const std::string& text);

/// The kernels of a batch and the options that they are built with, as C. Throws Error where they
/// must be made into SPIR-V and cannot be.
std::string kernels_part(const ReproducerBatch& batch);

}  // namespace assay::conformance
