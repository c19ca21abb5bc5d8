// Memory that is made, filled and read in different ways. Staging buffers and host memory live as
// long as the piece, since commands may still need them.
#include "fuzz/call_memory.h"

#include <algorithm>
#include <cstring>

namespace assay::fuzz {
namespace {

using opencl::check;

void wait_for(const cl::Event& event) { check("clWaitForEvents", event.wait()); }

void wait_for(const std::vector<cl::Event>* events) {
  if (events && !events->empty()) check("clWaitForEvents", cl::Event::waitForEvents(*events));
}

/// Maps the buffer, calls `use` with the mapped memory, and unmaps it. Later commands wait for the
/// unmapping.
template <class Use>
void with_mapped(const cl::Buffer& buffer, std::size_t size, cl_map_flags flags,
                 const Command& command, Use use) {
  cl_int code = CL_SUCCESS;
  void* mapped = command.queue.enqueueMapBuffer(buffer, CL_TRUE, flags, 0, size, command.waits,
                                                nullptr, &code);
  check("clEnqueueMapBuffer", code);
  use(static_cast<std::byte*>(mapped));
  check("clEnqueueUnmapMemObject",
        command.queue.enqueueUnmapMemObject(buffer, mapped, nullptr, command.done));
}

}  // namespace

void CallMemory::lay_out(std::size_t bytes, std::size_t align, std::uint8_t poison) {
  begin_ = (kGuard + align - 1) / align * align;
  fill(bytes, poison);
}

void CallMemory::lay_out_first(std::span<const std::byte> bytes, std::uint8_t poison) {
  begin_ = 0;
  fill(bytes.size(), poison);
  std::copy(bytes.begin(), bytes.end(), image_.begin());
}

void CallMemory::fill(std::size_t bytes, std::uint8_t poison) {
  bytes_ = bytes;
  image_.resize(begin_ + bytes + kGuard);
  for (std::size_t i = 0; i < image_.size(); ++i)
    image_[i] = static_cast<std::byte>((i * 0x9e3779b1 >> 7) ^ poison);
  came_.assign(image_.size(), std::byte{0});
  buffer_ = staging_ = cl::Buffer();
}

void CallMemory::create(const cl::Context& context, specs::Chooser& chooser) {
  cl_int code = CL_SUCCESS;
  constexpr cl_mem_flags kPlain = CL_MEM_READ_WRITE;
  switch (chooser.below(4)) {
    case 0:
      buffer_ = cl::Buffer(context, kPlain, image_.size(), nullptr, &code);
      break;
    case 1:
      buffer_ = cl::Buffer(context, kPlain | CL_MEM_ALLOC_HOST_PTR, image_.size(), nullptr, &code);
      break;
    case 2:
      buffer_ =
          cl::Buffer(context, kPlain | CL_MEM_COPY_HOST_PTR, image_.size(), image_.data(), &code);
      break;
    default:
      host_.assign(image_.size(), std::byte{0xee});
      buffer_ =
          cl::Buffer(context, kPlain | CL_MEM_USE_HOST_PTR, host_.size(), host_.data(), &code);
  }
  check("clCreateBuffer", code);
}

void CallMemory::upload(const cl::Context& context, const Command& command,
                        specs::Chooser& chooser) {
  const std::size_t size = image_.size(), half = size / 2;
  const auto write = [&](const cl::Buffer& to, std::size_t at, std::size_t count, bool block,
                         cl::Event* done) {
    check("clEnqueueWriteBuffer",
          command.queue.enqueueWriteBuffer(to, block, at, count, image_.data() + at, command.waits,
                                           done));
  };
  switch (chooser.below(5)) {
    case 0:
      return write(buffer_, 0, size, false, command.done);
    case 1:
      return write(buffer_, 0, size, true, command.done);
    case 2:
      write(buffer_, 0, half, true, nullptr);
      return write(buffer_, half, size - half, false, command.done);
    case 3:
      return with_mapped(buffer_, size, CL_MAP_WRITE, command,
                         [&](std::byte* m) { std::memcpy(m, image_.data(), size); });
    default: {
      cl_int code = CL_SUCCESS;
      staging_ = cl::Buffer(context, CL_MEM_READ_WRITE, size, nullptr, &code);
      check("clCreateBuffer", code);
      cl::Event staged;
      write(staging_, 0, size, false, &staged);
      const std::vector<cl::Event> waits{staged};
      check("clEnqueueCopyBuffer",
            command.queue.enqueueCopyBuffer(staging_, buffer_, 0, 0, size, &waits, command.done));
    }
  }
}

void CallMemory::download(const Command& command, specs::Chooser& chooser) {
  const std::size_t size = image_.size();
  switch (chooser.below(3)) {
    case 0:
      return check("clEnqueueReadBuffer",
                   command.queue.enqueueReadBuffer(buffer_, CL_FALSE, 0, size, came_.data(),
                                                   command.waits, command.done));
    case 1:
      // The host waits before the command is queued, and the command itself waits for no event.
      wait_for(command.waits);
      check("clEnqueueReadBuffer",
            command.queue.enqueueReadBuffer(buffer_, CL_FALSE, 0, size, came_.data(), nullptr,
                                            command.done));
      return wait_for(*command.done);
    default:
      return with_mapped(buffer_, size, CL_MAP_READ, command,
                         [&](std::byte* m) { std::memcpy(came_.data(), m, size); });
  }
}

std::optional<std::int64_t> CallMemory::damage(bool constant) const {
  for (std::size_t i = 0; i < image_.size(); ++i) {
    const bool inside = begin_ <= i && i < begin_ + bytes_;
    if ((constant || !inside) && image_[i] != came_[i])
      return static_cast<std::int64_t>(i) - static_cast<std::int64_t>(begin_);
  }
  return std::nullopt;
}

}  // namespace assay::fuzz
