#pragma once

#include <algorithm>
#include <thread>

namespace assay::cmd {

/// The number of workers where `--jobs` is not given: one for each core, and at most 8, since the
/// threads of a driver for CPUs need cores, too.
inline unsigned default_jobs() { return std::clamp(std::thread::hardware_concurrency(), 1u, 8u); }

}  // namespace assay::cmd
