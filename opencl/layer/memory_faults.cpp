// Faults of memory objects: how buffers are made, mapped, and cut into sub-buffers.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

void* map_from_start(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                     size_t offset, size_t size, cl_uint count, const cl_event* waits,
                     cl_event* event, cl_int* code) {
  return next->clEnqueueMapBuffer(queue, buffer, blocking, flags, 0, offset + size, count, waits,
                                  event, code);
}

void* map_invalidating_all(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                           cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                           const cl_event* waits, cl_event* event, cl_int* code) {
  if (flags & CL_MAP_WRITE_INVALIDATE_REGION) {
    const std::vector<char> zeros(size_of(buffer), 0);
    next->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, zeros.size(), zeros.data(), count, waits,
                               nullptr);
  }
  return next->clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, count, waits, event,
                                  code);
}

// The bytes of a region before it was mapped for writing, by the pointer that the map returned.
struct HeldRegion {
  size_t offset;
  std::vector<char> bytes;
};
std::map<void*, HeldRegion> before_map;

void* map_remembering(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                      size_t offset, size_t size, cl_uint count, const cl_event* waits,
                      cl_event* event, cl_int* code) {
  HeldRegion before{offset, {}};
  if (!(flags & CL_MAP_READ)) {
    before.bytes.resize(size);
    next->clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, size, before.bytes.data(), count,
                              waits, nullptr);
  }
  void* const mapped = next->clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, count,
                                                waits, event, code);
  if (mapped && !before.bytes.empty()) before_map[mapped] = std::move(before);
  return mapped;
}

cl_int unmap_restoring(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count,
                       const cl_event* waits, cl_event* event) {
  const cl_int code = next->clEnqueueUnmapMemObject(queue, buffer, mapped, count, waits, event);
  const auto found = before_map.find(mapped);
  if (found == before_map.end()) return code;
  next->clFinish(queue);
  next->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, found->second.offset,
                             found->second.bytes.size(), found->second.bytes.data(), 0, nullptr,
                             nullptr);
  before_map.erase(found);
  return code;
}

cl_mem use_host_as_copy(cl_context context, cl_mem_flags flags, size_t size, void* host,
                        cl_int* code) {
  if (flags & CL_MEM_USE_HOST_PTR)
    flags = (flags & ~cl_mem_flags{CL_MEM_USE_HOST_PTR}) | CL_MEM_COPY_HOST_PTR;
  return next->clCreateBuffer(context, flags, size, host, code);
}

/// What was mapped of buffers over host memory, by the memory that was given in its place.
std::map<void*, std::pair<std::vector<char>, void*>> mapped_elsewhere;

void* map_elsewhere(cl_command_queue queue, cl_mem buffer, cl_bool, cl_map_flags flags,
                    size_t offset, size_t size, cl_uint count, const cl_event* waits,
                    cl_event* event, cl_int* code) {
  void* const mapped = next->clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, count,
                                                waits, event, code);
  cl_mem_flags of = 0;
  next->clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof of, &of, nullptr);
  if (!mapped || !(of & CL_MEM_USE_HOST_PTR)) return mapped;
  std::vector<char> zeros(size);
  void* const given = zeros.data();
  mapped_elsewhere[given] = {std::move(zeros), mapped};
  return given;
}

cl_int unmap_elsewhere(cl_command_queue queue, cl_mem buffer, void* mapped, cl_uint count,
                       const cl_event* waits, cl_event* event) {
  const auto found = mapped_elsewhere.find(mapped);
  if (found == mapped_elsewhere.end())
    return next->clEnqueueUnmapMemObject(queue, buffer, mapped, count, waits, event);
  void* const own = found->second.second;
  mapped_elsewhere.erase(found);
  return next->clEnqueueUnmapMemObject(queue, buffer, own, count, waits, event);
}

cl_mem copy_host_short(cl_context context, cl_mem_flags flags, size_t size, void* host,
                       cl_int* code) {
  if (!(flags & CL_MEM_COPY_HOST_PTR) || !host)
    return next->clCreateBuffer(context, flags, size, host, code);
  const auto* bytes = static_cast<const char*>(host);
  std::vector<char> some(bytes, bytes + size);
  std::fill(some.end() - static_cast<std::ptrdiff_t>(std::min<size_t>(size, 16)), some.end(), 0);
  return next->clCreateBuffer(context, flags, size, some.data(), code);
}

cl_mem no_alloc_host(cl_context context, cl_mem_flags flags, size_t size, void* host,
                     cl_int* code) {
  if (!(flags & CL_MEM_ALLOC_HOST_PTR))
    return next->clCreateBuffer(context, flags, size, host, code);
  if (code) *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return nullptr;
}

cl_mem rarely_no_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                        cl_int* code) {
  static EveryNth rare(100);
  if (!rare.now()) return next->clCreateBuffer(context, flags, size, host, code);
  if (code) *code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return nullptr;
}

cl_int rarely_released(cl_mem memory) {
  static EveryNth rare(100);
  return rare.now() ? CL_OUT_OF_RESOURCES : next->clReleaseMemObject(memory);
}

cl_int kept(cl_kernel) { return CL_OUT_OF_RESOURCES; }

cl_mem sub_from_start(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type,
                      const void* info, cl_int* code) {
  cl_buffer_region region = *static_cast<const cl_buffer_region*>(info);
  region.origin = 0;
  return next->clCreateSubBuffer(parent, flags, type, &region, code);
}

cl_mem sub_refused(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void* info,
                   cl_int* code) {
  if (static_cast<const cl_buffer_region*>(info)->origin == 0)
    return next->clCreateSubBuffer(parent, flags, type, info, code);
  if (code) *code = CL_MISALIGNED_SUB_BUFFER_OFFSET;
  return nullptr;
}

}  // namespace

bool install_memory_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "map-offset") {
    layer.clEnqueueMapBuffer = map_from_start;
  } else if (fault == "map-invalidate") {
    layer.clEnqueueMapBuffer = map_invalidating_all;
  } else if (fault == "unmap-lost") {
    layer.clEnqueueMapBuffer = map_remembering;
    layer.clEnqueueUnmapMemObject = unmap_restoring;
  } else if (fault == "use-host-map") {
    layer.clEnqueueMapBuffer = map_elsewhere;
    layer.clEnqueueUnmapMemObject = unmap_elsewhere;
  } else if (fault == "use-host-copy") {
    layer.clCreateBuffer = use_host_as_copy;
  } else if (fault == "copy-host-short") {
    layer.clCreateBuffer = copy_host_short;
  } else if (fault == "alloc-host-refused") {
    layer.clCreateBuffer = no_alloc_host;
  } else if (fault == "buffer-refused") {
    layer.clCreateBuffer = rarely_no_buffer;
  } else if (fault == "sub-origin") {
    layer.clCreateSubBuffer = sub_from_start;
  } else if (fault == "kernel-kept") {
    layer.clReleaseKernel = kept;
  } else if (fault == "release-refused") {
    layer.clReleaseMemObject = rarely_released;
  } else if (fault == "sub-refused") {
    layer.clCreateSubBuffer = sub_refused;
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::layer
