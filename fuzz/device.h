#pragma once

#include "conformance/run/pipeline.h"

namespace assay::fuzz {

/// The pipeline of the device that the glob ASSAY_DEVICE names (default: PoCL where it is there,
/// else the first), with the kernels of the folder ASSAY_KERNELS. Opened once; where that fails the
/// program says why and exits with 2.
///
/// Of PoCL's devices `basic` comes first, which runs kernels in the thread that launches them: the
/// same compiler, three times as many executions, and a stack trace that shows who launched what.
/// (POCL_DEVICES says otherwise.)
conformance::Pipeline& pipeline();

/// Opens the same device once more, with a context of its own.
opencl::Device open_device();

}  // namespace assay::fuzz
