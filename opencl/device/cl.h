#pragma once

// The one way into the OpenCL C++ bindings: OpenCL 1.2, errors as codes. Of later versions there
// are the C functions, for devices that have them.
#define CL_TARGET_OPENCL_VERSION 210
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
