// The whole rows of an image are one rectangle, and the rest of the pixels is another one.
#include "opencl/memory/image_copy.h"

#include <fmt/format.h>

#include <utility>

#include "opencl/device/image_format.h"

namespace assay::opencl {

ImageCopy::ImageCopy(const Device& device, BufferPart part, std::size_t pixel_bytes)
    : part_(std::move(part)), pixel_bytes_(pixel_bytes), pixels_(part_.bytes / pixel_bytes) {
  const std::size_t rows = (pixels_ + kImageWidth - 1) / kImageWidth;
  if (rows > device.info().image_height) throw NotMade(fmt::format("images of {} rows", rows));
  cl_int code = CL_SUCCESS;
  image_ = cl::Image2D(device.context(), CL_MEM_READ_WRITE, pixel_format(pixel_bytes), kImageWidth,
                       rows, 0, nullptr, &code);
  check("clCreateImage", code);
}

template <class Act>
void ImageCopy::each_rectangle(Act act) const {
  using Triple = cl::array<cl::size_type, 3>;
  const std::size_t rows = pixels_ / kImageWidth, rest = pixels_ % kImageWidth;
  if (rows > 0) act(part_.begin, Triple{0, 0, 0}, Triple{kImageWidth, rows, 1});
  if (rest > 0)
    act(part_.begin + rows * kImageWidth * pixel_bytes_, Triple{0, rows, 0}, Triple{rest, 1, 1});
}

void ImageCopy::load(CommandStream& stream) const {
  each_rectangle([&](std::size_t from, const auto& corner, const auto& region) {
    check("clEnqueueCopyBufferToImage",
          stream.queue().enqueueCopyBufferToImage(part_.buffer, image_, from, corner, region,
                                                  stream.waits(), stream.event()));
  });
}

void ImageCopy::store(CommandStream& stream) const {
  each_rectangle([&](std::size_t to, const auto& corner, const auto& region) {
    check("clEnqueueCopyImageToBuffer",
          stream.queue().enqueueCopyImageToBuffer(image_, part_.buffer, corner, region, to,
                                                  stream.waits(), stream.event()));
  });
}

void ImageCopy::bind(cl::Kernel& kernel, cl_uint index) const {
  check("clSetKernelArg", kernel.setArg(index, image_));
}

}  // namespace assay::opencl
