#pragma once

#include "opencl/device/device.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// How an answer may differ from what the oracle permits and still be right. A copy through a
/// floating-point type may make a signalling NaN a quiet one (OpenCL does not require signalling
/// NaNs), and may flush denormals where the device lacks CL_FP_DENORM.
struct Leniency {
  bool quiets_nans = false;
  bool flushes_denormals = false;
};

/// The leniency that applies to a variant on a device, for an output of this data type.
Leniency leniency_of(const opencl::Variant& variant, ops::DataType type,
                     const opencl::DeviceInfo& device);

/// Whether the bits `came` are right at a position: they are permitted, or the leniency excuses
/// them.
bool accepts(const ops::PermittedTensor& permitted, const Leniency& leniency,
             std::uint64_t position, std::uint64_t came);

}  // namespace assay::conformance
