#pragma once

#include <filesystem>

#include "specs/loader.h"

namespace assay::cmd {

// A folder of the user's must be what the user means: a file whose name is mistyped would be passed
// over, and what stands in the program would be tested in its place.

/// Throws Error unless `folder` holds kernels, each of them of an operator of the catalogue. The
/// error names the file and the nearest operator.
void require_kernels(const std::filesystem::path& folder, const specs::Catalogue& catalogue);

/// Throws Error where a spec of the folder is of an operator that the program cannot compute, with
/// the nearest that it can.
void require_oracles(const specs::Catalogue& catalogue);

}  // namespace assay::cmd
