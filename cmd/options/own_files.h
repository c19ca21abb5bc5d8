#pragma once

#include <filesystem>

#include "specs/loader.h"

namespace assay::cmd {

// A folder of the user's must be what the user means: a file whose name is mistyped would be passed
// over, and what stands in the program would be tested in its place.

/// Throws Error unless `folder` holds kernels, each of them of an operator of the catalogue or of a
/// family, or included by such kernels. The error names the file and the nearest name.
void require_kernels(const std::filesystem::path& folder, const specs::Catalogue& catalogue);

/// Throws Error where a spec of `folder`, whose catalogue this is, is of an operator or a family
/// that the program does not know, with the nearest that it knows.
void require_oracles(const std::filesystem::path& folder, const specs::Catalogue& catalogue);

}  // namespace assay::cmd
