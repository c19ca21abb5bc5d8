#pragma once

#include "cmd/options/bench_options.h"
#include "specs/loader.h"

namespace assay::cmd {

/// `assay bench kernels`. Gives the exit code. Throws Error, whose message names the case
/// where the driver fails at one.
int bench_kernels(const specs::Catalogue& catalogue, const BenchOptions& o);

}  // namespace assay::cmd
