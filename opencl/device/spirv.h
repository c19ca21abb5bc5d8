#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay::opencl {

/// Whether clang and llvm-spirv are here, by their plain names or those of Debian's packages
/// (clang-15, llvm-spirv-15), to make SPIR-V with.
bool can_make_spirv();

/// What they make of OpenCL C with the options of a build. Nothing where they cannot.
std::optional<std::vector<char>> make_spirv(const std::string& source, const std::string& options);

}  // namespace assay::opencl
