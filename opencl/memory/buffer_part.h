#pragma once

#include <cstddef>

#include "opencl/device/cl.h"

namespace assay::opencl {

/// `bytes` bytes of a buffer, from `begin` on.
struct BufferPart {
  cl::Buffer buffer;
  std::size_t begin = 0, bytes = 0;
};

}  // namespace assay::opencl
