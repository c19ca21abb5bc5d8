#pragma once

#include "opencl/device/device.h"
#include "opencl/program/kernel_file.h"
#include "ops/permitted.h"

namespace assay::conformance {

/// How a variant's answers may differ from the oracle's and be right: a copy through a floating
/// type may quiet a signalling NaN (OpenCL does not ask for those), and flush denormals where the
/// device lacks CL_FP_DENORM.
struct Leniency {
  bool quiets_nans = false;
  bool flushes_denormals = false;
};

/// The leniency that a variant is due on a device, for one output's data type.
Leniency leniency_of(const opencl::Variant& variant, ops::DataType type,
                     const opencl::DeviceInfo& device);

/// Whether what came at a position is right: permitted, or within a leniency that is due.
bool accepts(const ops::PermittedTensor& permitted, const Leniency& leniency,
             std::uint64_t position, std::uint64_t came);

}  // namespace assay::conformance
