#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "opencl/device/command_stream.h"
#include "opencl/device/device.h"

namespace assay::opencl {

/// One allocation of coarse-grained shared virtual memory. The host may use it while it is mapped,
/// and the device while it is not. Needs DeviceInfo::coarse_svm.
class SvmMemory {
 public:
  SvmMemory() = default;
  /// Allocates `bytes` bytes. Throws CallFailure.
  SvmMemory(const Device& device, std::size_t bytes);

  /// Maps the bytes from `offset` on, copies them, and unmaps them. Throws CallFailure.
  void write_mapped(CommandStream& stream, std::size_t offset, std::span<const std::byte> from,
                    bool invalidate) const;
  void read_mapped(CommandStream& stream, std::size_t offset, std::span<std::byte> to) const;
  /// Queues a copy. The host's memory must stay valid until the copy is done. Throws CallFailure.
  void write(CommandStream& stream, std::size_t offset, std::span<const std::byte> from) const;
  void read(CommandStream& stream, std::size_t offset, std::span<std::byte> to) const;
  /// Queues a command that fills the first `size` bytes with one byte. Throws CallFailure.
  void fill(CommandStream& stream, std::byte with, std::size_t size) const;

  /// Binds the memory to a kernel's argument. Throws CallFailure.
  void bind(const cl::Kernel& kernel, cl_uint index) const;
  /// Where it is.
  void* address() const { return memory_.get(); }
  /// Makes a buffer whose bytes are the first `size` bytes of this memory. Throws CallFailure.
  cl::Buffer buffer(const Device& device, std::size_t size) const;

 private:
  void* map(CommandStream& stream, cl_map_flags flags, std::size_t offset, std::size_t bytes) const;
  void unmap(CommandStream& stream, void* mapped) const;
  std::byte* at(std::size_t offset) const {
    return static_cast<std::byte*>(memory_.get()) + offset;
  }

  struct Free {
    cl::Context context;
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Free> memory_;
};

}  // namespace assay::opencl
