#pragma once

#include <string>

#include "opencl/program/kernel_file.h"

namespace assay::opencl {

/// What stands above the kernels of a family: for the macro A of `define`, which is the type of the
/// formula's operands, the function `formula`, and A_VALUE4, A_LOAD4 and A_STORE4. With vectors
/// there is also `formula4`, for four lanes at once. Beside their elements the functions take the
/// case, for the members that the formula names. A formula that is a condition gives an integer,
/// not 0 where it holds. Where the define says so, floats are computed with as doubles or halves; a
/// fused activation is computed in FLOAT32 nevertheless.
std::string formula_source(const ops::Signature& signature, const Define& define,
                           bool with_vectors);

}  // namespace assay::opencl
