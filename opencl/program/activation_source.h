#pragma once

#include <string>

#include "ops/descriptor.h"

namespace assay::opencl {

/// The functions `activated` and, for four lanes at once, `activated4`: what the case's fused
/// activation makes of what the operator computes. Empty if nothing can be fused into it.
std::string activation_source(const ops::Signature& signature);

}  // namespace assay::opencl
