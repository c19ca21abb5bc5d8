#pragma once

#include <optional>

#include "opencl/device/call_failure.h"

namespace assay::opencl {

/// Takes note of what a call gave that retained or released an object, and gives it on.
int noted_reference(const char* call, int code) noexcept;

/// The first retain or release of an object that the driver refused since the last call of this
/// function, in any thread of this process. The bindings count references in constructors and
/// destructors, which drop the code, so whoever has to know asks here.
std::optional<CallFailure> refused_reference();

/// Throws that CallFailure where there is one.
void check_references();

}  // namespace assay::opencl
