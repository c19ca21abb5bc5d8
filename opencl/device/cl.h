#pragma once

// Every file includes the OpenCL C++ bindings through this header, so that all have the same
// settings: OpenCL 1.2, and errors as codes. Functions of later versions are called through the C
// interface, for devices that have them.
#define CL_TARGET_OPENCL_VERSION 210
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
