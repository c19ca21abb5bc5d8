// Faults of shared virtual memory.
#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

// The bytes of a region before it was mapped for writing, by its address.
std::map<void*, std::vector<char>> svm_before_map;

cl_int map_remembering(cl_command_queue queue, cl_bool, cl_map_flags flags, void* memory,
                       size_t size, cl_uint count, const cl_event* waits, cl_event* event) {
  const cl_int code =
      next->clEnqueueSVMMap(queue, CL_TRUE, flags, memory, size, count, waits, event);
  const auto* bytes = static_cast<const char*>(memory);
  if (code == CL_SUCCESS && !(flags & CL_MAP_READ))
    svm_before_map[memory].assign(bytes, bytes + size);
  return code;
}

cl_int unmap_restoring(cl_command_queue queue, void* memory, cl_uint count, const cl_event* waits,
                       cl_event* event) {
  if (const auto found = svm_before_map.find(memory); found != svm_before_map.end()) {
    std::copy(found->second.begin(), found->second.end(), static_cast<char*>(memory));
    svm_before_map.erase(found);
  }
  return next->clEnqueueSVMUnmap(queue, memory, count, waits, event);
}

cl_int copy_short(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t size,
                  cl_uint count, const cl_event* waits, cl_event* event) {
  if (size < 4) return next->clEnqueueMarkerWithWaitList(queue, count, waits, event);
  return next->clEnqueueSVMMemcpy(queue, blocking, to, from, size / 4 * 4, count, waits, event);
}

// A free whose function gets the list as it is when the free runs.
struct LateFree {
  void(CL_CALLBACK* function)(cl_command_queue, cl_uint, void* pointers[], void*);
  void** pointers;
  void* data;
};

cl_int free_late(cl_command_queue queue, cl_uint count, void* pointers[],
                 void(CL_CALLBACK* function)(cl_command_queue, cl_uint, void* pointers[], void*),
                 void* data, cl_uint waits_count, const cl_event* waits, cl_event* event) {
  if (!function)
    return next->clEnqueueSVMFree(queue, count, pointers, function, data, waits_count, waits,
                                  event);
  return next->clEnqueueSVMFree(
      queue, count, pointers,
      [](cl_command_queue q, cl_uint n, void*[], void* d) {
        const std::unique_ptr<LateFree> late(static_cast<LateFree*>(d));
        late->function(q, n, late->pointers, late->data);
      },
      new LateFree{function, pointers, data}, waits_count, waits, event);
}

cl_int bind_refused(cl_kernel, cl_uint, const void*) { return CL_INVALID_ARG_VALUE; }

}  // namespace

bool install_svm_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "svm-unmap-lost") {
    layer.clEnqueueSVMMap = map_remembering;
    layer.clEnqueueSVMUnmap = unmap_restoring;
  } else if (fault == "svm-copy-tail") {
    layer.clEnqueueSVMMemcpy = copy_short;
  } else if (fault == "svm-free-late") {
    layer.clEnqueueSVMFree = free_late;
  } else if (fault == "svm-refused") {
    layer.clSetKernelArgSVMPointer = bind_refused;
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::layer
