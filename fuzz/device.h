#pragma once

#include "conformance/run/pipeline.h"

namespace assay::fuzz {

/// The pipeline of the device that the glob ASSAY_DEVICE names (default: PoCL if it is there, else
/// the first), with the kernels of the folder ASSAY_KERNELS. It is opened once. If that fails, the
/// program prints the reason and exits with 2.
///
/// PoCL's device `basic` comes first. It runs kernels in the thread that launches them, with the
/// same compiler as PoCL's other device, with three times as many executions per second, and with
/// stack traces that show who launched what. POCL_DEVICES overrides this.
conformance::Pipeline& pipeline();

/// Opens the same device again, with a context of its own.
opencl::Device open_device();

}  // namespace assay::fuzz
