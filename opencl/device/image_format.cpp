#include "opencl/device/image_format.h"

#include <algorithm>
#include <vector>

#include "opencl/device/call_failure.h"

namespace assay::opencl {

cl::ImageFormat pixel_format(std::size_t pixel_bytes, Channels channels) {
  const bool normalized = channels == Channels::Normalized;
  const cl_channel_type byte = normalized ? CL_UNORM_INT8 : CL_UNSIGNED_INT8;
  const cl_channel_type two_bytes = normalized ? CL_UNORM_INT16 : CL_UNSIGNED_INT16;
  switch (pixel_bytes) {
    case 1:
      return {CL_R, byte};
    case 2:
      return {CL_R, two_bytes};
    case 4:
      if (normalized) return {CL_RGBA, byte};
      return {CL_R, CL_UNSIGNED_INT32};
    default:
      return {CL_RGBA, two_bytes};
  }
}

bool has_pixel_formats(const cl::Context& context, Channels channels) {
  std::vector<cl::ImageFormat> formats;
  check("clGetSupportedImageFormats",
        context.getSupportedImageFormats(CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, &formats));
  return std::ranges::all_of(kPixelSizes, [&](std::size_t bytes) {
    const cl::ImageFormat wanted = pixel_format(bytes, channels);
    return std::ranges::any_of(formats, [&](const cl::ImageFormat& format) {
      return format.image_channel_order == wanted.image_channel_order &&
             format.image_channel_data_type == wanted.image_channel_data_type;
    });
  });
}

}  // namespace assay::opencl
