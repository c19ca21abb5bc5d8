// The C functions are called, because the bindings have these functions only for a target version
// of OpenCL 2.0 or later, and the target here is 1.2. Memory is mapped at its own address, and is
// unmapped by that address.
#include "opencl/memory/svm_memory.h"

#include <cstring>

namespace assay::opencl {
namespace {

/// The wait list of a command, as the C functions take it.
struct Order {
  explicit Order(CommandStream& stream) {
    static_assert(sizeof(cl::Event) == sizeof(cl_event));
    if (const auto* waits = stream.waits(); waits && !waits->empty()) {
      count = static_cast<cl_uint>(waits->size());
      list = reinterpret_cast<const cl_event*>(waits->data());
    }
  }
  cl_uint count = 0;
  const cl_event* list = nullptr;
};

cl_event* event_of(CommandStream& stream) { return reinterpret_cast<cl_event*>(stream.event()); }

}  // namespace

void SvmMemory::Free::operator()(void* memory) const { clSVMFree(context(), memory); }

SvmMemory::SvmMemory(const Device& device, std::size_t bytes)
    : memory_(clSVMAlloc(device.context()(), CL_MEM_READ_WRITE, bytes, 0), {device.context()}) {
  if (!memory_) check("clSVMAlloc", CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

void* SvmMemory::map(CommandStream& stream, cl_map_flags flags, std::size_t offset,
                     std::size_t bytes) const {
  const Order order(stream);
  check("clEnqueueSVMMap", clEnqueueSVMMap(stream.queue()(), CL_TRUE, flags, at(offset), bytes,
                                           order.count, order.list, nullptr));
  return at(offset);
}

void SvmMemory::unmap(CommandStream& stream, void* mapped) const {
  const Order order(stream);
  check("clEnqueueSVMUnmap",
        clEnqueueSVMUnmap(stream.queue()(), mapped, order.count, order.list, event_of(stream)));
}

void SvmMemory::write_mapped(CommandStream& stream, std::size_t offset,
                             std::span<const std::byte> from, bool invalidate) const {
  void* const mapped =
      map(stream, invalidate ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE, offset, from.size());
  std::memcpy(mapped, from.data(), from.size());
  unmap(stream, mapped);
}

void SvmMemory::read_mapped(CommandStream& stream, std::size_t offset,
                            std::span<std::byte> to) const {
  void* const mapped = map(stream, CL_MAP_READ, offset, to.size());
  std::memcpy(to.data(), mapped, to.size());
  unmap(stream, mapped);
}

void SvmMemory::write(CommandStream& stream, std::size_t offset,
                      std::span<const std::byte> from) const {
  const Order order(stream);
  check("clEnqueueSVMMemcpy",
        clEnqueueSVMMemcpy(stream.queue()(), CL_FALSE, at(offset), from.data(), from.size(),
                           order.count, order.list, event_of(stream)));
}

void SvmMemory::read(CommandStream& stream, std::size_t offset, std::span<std::byte> to) const {
  const Order order(stream);
  check("clEnqueueSVMMemcpy",
        clEnqueueSVMMemcpy(stream.queue()(), CL_FALSE, to.data(), at(offset), to.size(),
                           order.count, order.list, event_of(stream)));
}

void SvmMemory::fill(CommandStream& stream, std::byte with, std::size_t size) const {
  const Order order(stream);
  check("clEnqueueSVMMemFill", clEnqueueSVMMemFill(stream.queue()(), at(0), &with, 1, size,
                                                   order.count, order.list, event_of(stream)));
}

cl::Buffer SvmMemory::buffer(const Device& device, std::size_t size) const {
  return device.buffer(size, CL_MEM_USE_HOST_PTR, memory_.get());
}

void SvmMemory::bind(const cl::Kernel& kernel, cl_uint index) const {
  check("clSetKernelArgSVMPointer", clSetKernelArgSVMPointer(kernel(), index, memory_.get()));
}

}  // namespace assay::opencl
