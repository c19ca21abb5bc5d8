#pragma once

#include <optional>

#include "opencl/device/call_failure.h"

namespace assay::opencl {

/// Takes note of what a call gave that released an object, and gives it on.
int noted_release(const char* call, int code) noexcept;

/// The first release of an object that the driver refused since the last call of this function, in
/// any thread of this process. The bindings release objects in destructors, which cannot fail, so
/// whoever has to know asks here.
std::optional<CallFailure> refused_release();

}  // namespace assay::opencl
