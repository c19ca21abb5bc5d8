#pragma once

#include <array>
#include <cstddef>

#include "opencl/device/cl.h"

namespace assay::opencl {

/// The pixels in a row of an image that holds a tensor's memory. Every device that has images has
/// images of this width.
constexpr std::size_t kImageWidth = 1024;

/// The sizes that a pixel can have, in bytes.
constexpr std::array<std::size_t, 4> kPixelSizes = {1, 2, 4, 8};

/// The format of a pixel of so many bytes: one channel of an unsigned integer or, for 8 bytes, four
/// channels of 2 bytes.
cl::ImageFormat pixel_format(std::size_t pixel_bytes);

/// Whether kernels can read and write images of all these formats. A device that has images need
/// not have those of one channel. Throws CallFailure.
bool has_pixel_formats(const cl::Context& context);

}  // namespace assay::opencl
