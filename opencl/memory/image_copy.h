#pragma once

#include <cstddef>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"
#include "opencl/memory/buffer_part.h"

namespace assay::opencl {

/// A two-dimensional image with the bytes of a part of a buffer. A pixel is as large as an element,
/// and the `i`th stands in row `i / kImageWidth` at `i % kImageWidth`. Bytes behind the last whole
/// pixel are not in the image. Needs DeviceInfo::images.
class ImageCopy {
 public:
  /// Makes the image. `pixel_bytes` is one of kPixelSizes, and the part has at least one pixel.
  /// Throws CallFailure, and NotMade where the device has no image of so many rows.
  ImageCopy(const Device& device, BufferPart part, std::size_t pixel_bytes);

  /// Queues the commands that copy the part to the image, and back. Throw CallFailure.
  void load(CommandStream& stream) const;
  void store(CommandStream& stream) const;
  /// Binds the image to a kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index) const;

 private:
  template <class Act>
  void each_rectangle(Act act) const;

  BufferPart part_;
  std::size_t pixel_bytes_, pixels_;
  cl::Image2D image_;
};

}  // namespace assay::opencl
