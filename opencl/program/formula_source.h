#pragma once

#include <string>

#include "opencl/program/kernel_file.h"

namespace assay::opencl {

/// What stands above the kernels of a family: for the macro A of `define`, which is the type of the
/// formula's operands, the functions `formula` and, for four lanes at once, `formula4`. Beside
/// their elements they take the case, for the members that the formula names. With them come
/// A_VALUE4, A_LOAD4 and A_STORE4. A formula that is a condition gives an int, not 0 where it
/// holds. Where the define says so, floats are computed with as doubles or halves, and
/// there is no `formula4`; a fused activation is computed in FLOAT32 nevertheless.
std::string formula_source(const ops::Signature& signature, const Define& define);

}  // namespace assay::opencl
