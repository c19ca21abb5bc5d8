#pragma once

#include "cmd/options/bench_options.h"
#include "specs/loader.h"

namespace assay::cmd {

/// Does the work of `assay bench kernels` and gives the exit code. Throws Error; where the driver
/// fails at a case, the message names the case.
int bench_kernels(const specs::Catalogue& catalogue, const BenchOptions& o);

}  // namespace assay::cmd
