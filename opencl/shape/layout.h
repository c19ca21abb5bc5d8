#pragma once

#include <string>

namespace assay::opencl {

/// The text of kernels with a statement a line, indented by the braces around it. Lines of the
/// preprocessor, and those outside of functions, stay as they are.
std::string laid_out(const std::string& text);

}  // namespace assay::opencl
