#pragma once

#include <string>

#include "conformance/reproduce/reproducer_batch.h"

namespace assay::conformance {

/// Gives OpenCL C as C string literals, one for each line. Annotations and #line are left out.
std::string c_lines(const std::string& text);

/// The kernels of a batch and the options that they are built with, as C. Throws Error where the
/// route uses SPIR-V and it cannot be made.
std::string kernels_part(const ReproducerBatch& batch);

}  // namespace assay::conformance
