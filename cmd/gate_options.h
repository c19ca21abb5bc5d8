#pragma once

#include <CLI/CLI.hpp>

namespace assay::cmd {

/// `--min-coverage PERCENT`.
void add_min_coverage(CLI::App& app, double& percent);

}  // namespace assay::cmd
