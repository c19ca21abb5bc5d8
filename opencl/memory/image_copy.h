#pragma once

#include <cstddef>

#include "opencl/device/device.h"
#include "opencl/device/image_format.h"
#include "opencl/memory/buffer_part.h"

namespace assay::opencl {

/// A two-dimensional image with the bytes of a part of a buffer. A pixel is as large as an element,
/// and the `i`th stands in row `i / kImageWidth` at `i % kImageWidth`. Bytes behind the last whole
/// pixel are not in the image. Needs DeviceInfo::images or, of normalized channels,
/// DeviceInfo::normalized_images.
class ImageCopy {
 public:
  /// Makes the image. `pixel_bytes` is one of kPixelSizes, and the part has at least one pixel.
  /// Throws CallFailure, and NotMade where the device has no image of so many rows.
  ImageCopy(const Device& device, BufferPart part, std::size_t pixel_bytes, Channels channels);

  /// Queues the commands that copy the part to the image, and back. A `Commands` has queue(),
  /// waits() and event(), as CommandStream has them. Throw CallFailure.
  template <class Commands>
  void load(Commands& commands) const;
  template <class Commands>
  void store(Commands& commands) const;
  /// Binds the image to a kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index) const;

 private:
  template <class Act>
  void each_rectangle(Act act) const;

  BufferPart part_;
  std::size_t pixel_bytes_, pixels_;
  cl::Image2D image_;
};

/// An image that a kernel takes as an argument, and whether the kernel writes it.
struct BoundImage {
  ImageCopy copy;
  bool is_written;
};

// The whole rows of an image are one rectangle, and the rest of the pixels is another one.
template <class Act>
void ImageCopy::each_rectangle(Act act) const {
  using Triple = cl::array<cl::size_type, 3>;
  const std::size_t rows = pixels_ / kImageWidth, rest = pixels_ % kImageWidth;
  if (rows > 0) act(part_.begin, Triple{0, 0, 0}, Triple{kImageWidth, rows, 1});
  if (rest > 0)
    act(part_.begin + rows * kImageWidth * pixel_bytes_, Triple{0, rows, 0}, Triple{rest, 1, 1});
}

template <class Commands>
void ImageCopy::load(Commands& commands) const {
  each_rectangle([&](std::size_t from, const auto& corner, const auto& region) {
    check("clEnqueueCopyBufferToImage",
          commands.queue().enqueueCopyBufferToImage(part_.buffer, image_, from, corner, region,
                                                    commands.waits(), commands.event()));
  });
}

template <class Commands>
void ImageCopy::store(Commands& commands) const {
  each_rectangle([&](std::size_t to, const auto& corner, const auto& region) {
    check("clEnqueueCopyImageToBuffer",
          commands.queue().enqueueCopyImageToBuffer(image_, part_.buffer, corner, region, to,
                                                    commands.waits(), commands.event()));
  });
}

}  // namespace assay::opencl
