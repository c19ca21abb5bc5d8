#pragma once

#include <algorithm>
#include <thread>

namespace assay::cmd {

/// As many workers as keep the machine busy: a CPU's own threads need some of its cores.
inline unsigned default_jobs() { return std::clamp(std::thread::hardware_concurrency(), 1u, 8u); }

}  // namespace assay::cmd
