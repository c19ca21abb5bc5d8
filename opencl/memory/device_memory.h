#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"
#include "opencl/device/launch_options.h"
#include "opencl/memory/changed_bytes.h"
#include "opencl/memory/svm_memory.h"

namespace assay::opencl {

/// The smallest multiple of `unit` that is not below `value`.
constexpr std::size_t rounded_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// One buffer of a launch (or shared memory in its place), and the way of its bytes to the device
/// and back. What can be kept from launch to launch is.
class DeviceMemory {
 public:
  /// How many steps an upload or a download takes, each a stage of commands at most.
  static unsigned steps(MemoryKind memory) {
    return memory == MemoryKind::SubBuffer || memory == MemoryKind::Copy ? 2 : 1;
  }
  /// Whether all commands can be queued before the first one runs.
  static bool can_be_held(MemoryKind memory) {
    return memory != MemoryKind::Map && memory != MemoryKind::UseHost &&
           memory != MemoryKind::AllocHost && memory != MemoryKind::Svm;
  }

  /// Queues step `step` of what brings `image` (not empty) to the buffer, which step 0 makes.
  /// `image` must last until all commands are done. Throws CallFailure.
  void upload(const Device& device, CommandStream& stream, std::span<const std::byte> image,
              const LaunchOptions& options, unsigned step);
  /// Queues step `step` of what brings the buffer back to `to`, as large as the image was.
  void download(CommandStream& stream, std::span<std::byte> to, unsigned step);
  /// After all commands are done: completes `to`, appends what changed around the image, from the
  /// image's start, and drops what is not kept.
  void complete(std::span<std::byte> to, std::vector<ChangedBytes>& around);

  /// Makes it a kernel's argument. Throws CallFailure.
  void bind(cl::Kernel& kernel, cl_uint index) const;

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  void make(std::span<const std::byte> image);
  void make_surroundings(std::size_t size);
  void fill(CommandStream& stream) const;
  std::byte pattern(std::size_t at) const;

  const Device* device_ = nullptr;
  LaunchOptions options_;
  cl::Buffer buffer_, parent_, other_, kept_;
  std::size_t kept_capacity_ = 0;
  SvmMemory svm_;
  // The parent: its bytes, and where the image lies in it.
  std::size_t whole_ = 0, origin_ = 0;
  std::vector<std::byte> came_;
  std::unique_ptr<std::byte[], Free> host_;
};

}  // namespace assay::opencl
