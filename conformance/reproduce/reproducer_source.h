#pragma once

#include <string>

#include "opencl/program/kernel_file.h"

namespace assay::conformance {

/// OpenCL C as C string literals, a line each; without annotations and #line.
std::string c_lines(const std::string& text);

/// A variant's source as C string literals, a line each; without what it has no use for when it is
/// built with these options.
std::string c_source(const opencl::KernelFile& file, const opencl::Variant& variant,
                     const std::string& build_options);

}  // namespace assay::conformance
