#pragma once

#include <filesystem>

#include "conformance/keep/run_json.h"
#include "specs/json.h"

namespace assay::conformance {

/// Reads a file that ends with its own seal, such as one of a run's folder. Throws Error, which
/// names the file and the place, unless it is a regular file of this format that nobody changed.
specs::Json read_sealed(const std::filesystem::path& path, int format = kFormatVersion);

}  // namespace assay::conformance
