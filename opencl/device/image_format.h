#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "opencl/device/cl.h"

namespace assay::opencl {

/// The pixels in a row of an image that holds a tensor's memory. Every device that has images has
/// images of this width.
constexpr std::size_t kImageWidth = 1024;

/// The sizes that a pixel can have, in bytes.
constexpr std::array<std::size_t, 4> kPixelSizes = {1, 2, 4, 8};

/// What the channels of a pixel are to a kernel: unsigned integers, as `read_imageui` and
/// `write_imageui` take them, or numbers from 0 to 1, as `read_imagef` and `write_imagef` take
/// them.
enum class Channels : std::uint8_t { Unsigned, Normalized };

/// The format of a pixel of so many bytes. Of unsigned integers: one channel or, for 8 bytes, four
/// channels of 2 bytes. Of normalized ones: channels of 1 or 2 bytes, one of them for a pixel of as
/// many bytes, or four. A kernel gets all bits of a normalized channel, since the bounds of errors
/// that OpenCL C has for their conversions are below half a step ("Normalized integer channel data
/// types").
cl::ImageFormat pixel_format(std::size_t pixel_bytes, Channels channels);

/// Whether kernels can read and write images of all these formats. A device that has images need
/// not have those of one channel. Throws CallFailure.
bool has_pixel_formats(const cl::Context& context, Channels channels);

}  // namespace assay::opencl
