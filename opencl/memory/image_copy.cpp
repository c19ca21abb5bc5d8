#include "opencl/memory/image_copy.h"

#include <fmt/format.h>

#include <utility>

namespace assay::opencl {

ImageCopy::ImageCopy(const Device& device, BufferPart part, std::size_t pixel_bytes,
                     Channels channels)
    : part_(std::move(part)), pixel_bytes_(pixel_bytes), pixels_(part_.bytes / pixel_bytes) {
  const std::size_t rows = (pixels_ + kImageWidth - 1) / kImageWidth;
  if (rows > device.info().image_height) throw NotMade(fmt::format("images of {} rows", rows));
  cl_int code = CL_SUCCESS;
  image_ = cl::Image2D(device.context(), CL_MEM_READ_WRITE, pixel_format(pixel_bytes, channels),
                       kImageWidth, rows, 0, nullptr, &code);
  check("clCreateImage", code);
}

void ImageCopy::bind(cl::Kernel& kernel, cl_uint index) const {
  check("clSetKernelArg", kernel.setArg(index, image_));
}

}  // namespace assay::opencl
