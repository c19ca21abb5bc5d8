#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "opencl/program/kernel_cache.h"

namespace assay::opencl::testing {

/// Makes a slot in PoCL's cache this process's own until it ends, so that tests that run side by
/// side share their builds, and no test reads a half-written one. Call it before any OpenCL call.
inline void take_build_cache() {
  static const bool taken = [] {
    const auto folder =
        std::filesystem::temp_directory_path() / ("assay-tests-pocl-" + std::to_string(::getuid()));
    ::setenv("POCL_CACHE_DIR", folder.c_str(), 0);
    own_kernel_cache().busy(true);
    // A test program that does not come to its end leaves nothing in the cache that it may not have
    // finished.
    return std::atexit([] { own_kernel_cache().busy(false); }) == 0;
  }();
  static_cast<void>(taken);
}

}  // namespace assay::opencl::testing
