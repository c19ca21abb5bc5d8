#pragma once

// Every file includes the OpenCL C++ bindings through this header, so that all have the same
// settings: OpenCL 1.2, and errors as codes. Functions of later versions are called through the C
// interface, for devices that have them.
#define CL_TARGET_OPENCL_VERSION 210
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/cl.h>

#include "opencl/device/references.h"

// The bindings drop the codes of the calls that count references to objects. These macros make the
// bindings note them (refused_reference()).
#define ASSAY_NOTE(call, object) assay::opencl::noted_reference(#call, (::call)(object))
#define clRetainDevice(object) ASSAY_NOTE(clRetainDevice, object)
#define clRetainContext(object) ASSAY_NOTE(clRetainContext, object)
#define clRetainCommandQueue(object) ASSAY_NOTE(clRetainCommandQueue, object)
#define clRetainMemObject(object) ASSAY_NOTE(clRetainMemObject, object)
#define clRetainProgram(object) ASSAY_NOTE(clRetainProgram, object)
#define clRetainKernel(object) ASSAY_NOTE(clRetainKernel, object)
#define clRetainEvent(object) ASSAY_NOTE(clRetainEvent, object)
#define clReleaseDevice(object) ASSAY_NOTE(clReleaseDevice, object)
#define clReleaseContext(object) ASSAY_NOTE(clReleaseContext, object)
#define clReleaseCommandQueue(object) ASSAY_NOTE(clReleaseCommandQueue, object)
#define clReleaseMemObject(object) ASSAY_NOTE(clReleaseMemObject, object)
#define clReleaseProgram(object) ASSAY_NOTE(clReleaseProgram, object)
#define clReleaseKernel(object) ASSAY_NOTE(clReleaseKernel, object)
#define clReleaseEvent(object) ASSAY_NOTE(clReleaseEvent, object)
#include <CL/opencl.hpp>
#undef clRetainDevice
#undef clRetainContext
#undef clRetainCommandQueue
#undef clRetainMemObject
#undef clRetainProgram
#undef clRetainKernel
#undef clRetainEvent
#undef clReleaseDevice
#undef clReleaseContext
#undef clReleaseCommandQueue
#undef clReleaseMemObject
#undef clReleaseProgram
#undef clReleaseKernel
#undef clReleaseEvent
#undef ASSAY_NOTE
