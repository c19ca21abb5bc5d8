#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"
#include "opencl/memory/buffer_part.h"
#include "opencl/memory/changed_bytes.h"
#include "opencl/memory/host_memory.h"
#include "opencl/memory/svm_memory.h"

namespace assay::opencl {

/// Whether images get their bytes from a sub-buffer's parent, because the driver ends when a
/// sub-buffer is copied to an image (conformance/known/POCL.md).
inline bool is_image_of_parent(MemoryKind memory, const DeviceInfo& device) {
  return memory == MemoryKind::SubBuffer && device.is_pocl();
}

/// The smallest multiple of `unit` that is not below `value`.
constexpr std::size_t rounded_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// One buffer of a launch (or shared virtual memory instead of a buffer), and the commands that
/// bring its bytes to the device and back. A buffer is kept from launch to launch if its kind
/// allows that.
class DeviceMemory {
 public:
  /// The number of steps that an upload takes, and a download. Each step is one stage of commands.
  static unsigned upload_steps(MemoryKind memory) {
    return is_copied(memory) || memory == MemoryKind::SubBuffer ? 2 : 1;
  }
  static unsigned download_steps(MemoryKind memory) { return is_copied(memory) ? 3 : 1; }
  /// Whether the buffer is kept from launch to launch.
  static bool is_kept(MemoryKind memory) {
    return memory == MemoryKind::Write || memory == MemoryKind::Rect || memory == MemoryKind::Map;
  }
  /// Whether all commands can be queued before the first one runs.
  static bool can_be_held(MemoryKind memory) {
    return is_written_by_commands(memory) || memory == MemoryKind::CopyHost;
  }

  /// Makes the buffer for `image`, which is not empty. Throws CallFailure.
  void make(const Device& device, std::span<const std::byte> image, const LaunchOptions& options);
  /// Queues a command that fills what the host writes to, and reads from, with zeros, as far as the
  /// kind of memory allows it. Throws CallFailure.
  void overwrite(CommandStream& stream, std::size_t size) const;
  /// Queues step `step` of the upload of `image`, for which the buffer was made. `image` must stay
  /// valid until all commands are done. Throws CallFailure.
  void upload(CommandStream& stream, std::span<const std::byte> image, unsigned step);
  /// Queues step `step` of the download to `to`, which is as large as the image was.
  void download(CommandStream& stream, std::span<std::byte> to, unsigned step);
  /// Call it when all commands are done. Completes `to`, appends what changed around the image with
  /// offsets from the image's start, and releases what is not kept.
  void complete(std::span<std::byte> to, std::vector<ChangedBytes>& around);
  /// Releases what is not kept. Call it when all commands are done, also where the launch failed.
  void release();

  /// Binds the memory to a kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index) const;
  /// The image's `size` bytes as a part of a buffer. Shared virtual memory gets a buffer over it,
  /// which must be gone before complete(). Throws CallFailure.
  BufferPart buffer(std::size_t size) const;

 private:
  static bool is_copied(MemoryKind memory) {
    return memory == MemoryKind::Copy || memory == MemoryKind::CopyRect;
  }
  void make_buffer(std::span<const std::byte> image);
  void make_surroundings(std::size_t size);
  void fill(CommandStream& stream) const;
  std::byte pattern(std::size_t at) const;

  const Device* device_ = nullptr;
  LaunchOptions options_;
  cl::Buffer buffer_, parent_, other_, kept_;
  std::size_t kept_capacity_ = 0;
  SvmMemory svm_;
  // The bytes of the parent buffer that have a pattern or the image, and where the image lies in
  // them; and where the copy of the image lies, for CopyRect.
  std::size_t whole_ = 0, origin_ = 0, copied_ = 0;
  std::vector<std::byte> came_;
  HostMemory host_;
};

}  // namespace assay::opencl
