#pragma once

#include <span>
#include <string>

#include "ops/descriptor.h"

namespace assay::opencl {

/// The macro that stands for an enumerator above kernels, such as AXIS_DIRECTION_DECREASING.
std::string macro_of(const ops::Member& member, const ops::Enumerator& enumerator);

/// The OpenCL C text above an operator's kernels: its `Tensor` and `Case` structs with DirectML's
/// own names, macros for data types and enumerators, and helpers. `scratch` holds the names of the
/// scratch memories of the kernel file's variants.
std::string prelude(const ops::Signature& signature, std::span<const std::string> scratch = {});

}  // namespace assay::opencl
