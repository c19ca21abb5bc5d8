#pragma once

#include <filesystem>

#include "specs/json.h"

namespace assay::conformance {

/// Reads a file of a run's folder that ends with its own seal. Throws Error, which names the file
/// and the place, unless it is a regular file of this format that nobody changed.
specs::Json read_sealed(const std::filesystem::path& path);

}  // namespace assay::conformance
