#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::opencl {

/// Whether clang and llvm-spirv are installed to make SPIR-V, under their plain names or under
/// names with a version, such as Debian's clang-15 and llvm-spirv-15.
bool can_make_spirv();

/// The SPIR-V module that these tools make from OpenCL C with a build's options. Where these ask
/// for OpenCL C 3.1, which clang does not know, it is taken for 3.0. Nothing if the tools cannot
/// make a module.
std::optional<std::vector<char>> make_spirv(const std::string& source, const std::string& options);

}  // namespace assay::opencl
