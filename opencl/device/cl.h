#pragma once

// Every file includes the OpenCL C++ bindings through this header, so that all have the same
// settings: OpenCL 1.2, and errors as codes. Functions of later versions are called through the C
// interface, for devices that have them.
#define CL_TARGET_OPENCL_VERSION 210
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/cl.h>

#include "opencl/device/releases.h"

// The bindings drop the codes of the calls that release objects. These macros make the bindings
// note them (refused_release()).
#define ASSAY_RELEASE(call, object) assay::opencl::noted_release(#call, (::call)(object))
#define clReleaseContext(object) ASSAY_RELEASE(clReleaseContext, object)
#define clReleaseCommandQueue(object) ASSAY_RELEASE(clReleaseCommandQueue, object)
#define clReleaseMemObject(object) ASSAY_RELEASE(clReleaseMemObject, object)
#define clReleaseProgram(object) ASSAY_RELEASE(clReleaseProgram, object)
#define clReleaseKernel(object) ASSAY_RELEASE(clReleaseKernel, object)
#define clReleaseEvent(object) ASSAY_RELEASE(clReleaseEvent, object)
#include <CL/opencl.hpp>
#undef clReleaseContext
#undef clReleaseCommandQueue
#undef clReleaseMemObject
#undef clReleaseProgram
#undef clReleaseKernel
#undef clReleaseEvent
#undef ASSAY_RELEASE
