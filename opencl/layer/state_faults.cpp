// Faults in what a driver keeps from one call to the next.
#include <map>
#include <utility>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

bool is_lost = false;

std::optional<cl_int> code_of_lost() {
  return is_lost ? std::optional<cl_int>(CL_OUT_OF_RESOURCES) : std::nullopt;
}

cl_int launch_and_lose(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                       const size_t* offset, const size_t* global, const size_t* local,
                       cl_uint count, const cl_event* waits, cl_event* event) {
  static EveryNth rare(100);
  if (is_lost) return CL_OUT_OF_RESOURCES;
  is_lost = rare.now();
  return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                      waits, event);
}

void lose_device(cl_icd_dispatch& layer) {
  layer.clEnqueueNDRangeKernel = launch_and_lose;
#define ASSAY_CALL(call) layer.call = refused_by<&cl_icd_dispatch::call, code_of_lost>
  ASSAY_CALL(clCreateCommandQueue);
  ASSAY_CALL(clBuildProgram);
  ASSAY_CALL(clEnqueueReadBuffer);
  ASSAY_CALL(clEnqueueReadBufferRect);
  ASSAY_CALL(clEnqueueWriteBuffer);
  ASSAY_CALL(clEnqueueWriteBufferRect);
  ASSAY_CALL(clEnqueueCopyBuffer);
  ASSAY_CALL(clEnqueueCopyBufferRect);
  ASSAY_CALL(clEnqueueFillBuffer);
  ASSAY_CALL(clEnqueueMapBuffer);
  ASSAY_CALL(clEnqueueUnmapMemObject);
  ASSAY_CALL(clEnqueueSVMMemcpy);
  ASSAY_CALL(clEnqueueSVMMap);
  ASSAY_CALL(clEnqueueSVMUnmap);
  ASSAY_CALL(clEnqueueMarkerWithWaitList);
  ASSAY_CALL(clFinish);
#undef ASSAY_CALL
}

/// The arguments that were shared memory once, by kernel and index, and whether each is a buffer
/// now.
std::map<std::pair<cl_kernel, cl_uint>, bool> svm_arguments;

void keep_svm(cl_icd_dispatch& layer) {
  layer.clCreateKernel = [](cl_program program, const char* name, cl_int* code) {
    const cl_kernel kernel = next->clCreateKernel(program, name, code);
    // The kernel may have the address of one that was released.
    std::erase_if(svm_arguments, [&](const auto& entry) { return entry.first.first == kernel; });
    return kernel;
  };
  layer.clSetKernelArgSVMPointer = [](cl_kernel kernel, cl_uint index, const void* memory) {
    svm_arguments[{kernel, index}] = false;
    return next->clSetKernelArgSVMPointer(kernel, index, memory);
  };
  layer.clSetKernelArg = [](cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    const auto found = svm_arguments.find({kernel, index});
    if (found != svm_arguments.end()) found->second = true;
    return next->clSetKernelArg(kernel, index, size, value);
  };
  layer.clEnqueueNDRangeKernel = [](cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                    const size_t* offset, const size_t* global, const size_t* local,
                                    cl_uint count, const cl_event* waits,
                                    cl_event* event) -> cl_int {
    for (const auto& [argument, is_buffer] : svm_arguments)
      if (argument.first == kernel && is_buffer) return CL_INVALID_KERNEL_ARGS;
    return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                        waits, event);
  };
}

/// How often each kernel object was launched.
std::map<cl_kernel, unsigned> launches;

void lose_the_hundredth(cl_icd_dispatch& layer) {
  layer.clCreateKernel = [](cl_program program, const char* name, cl_int* code) {
    const cl_kernel kernel = next->clCreateKernel(program, name, code);
    // The kernel may have the address of one that was released.
    launches.erase(kernel);
    return kernel;
  };
  layer.clEnqueueNDRangeKernel = [](cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                    const size_t* offset, const size_t* global, const size_t* local,
                                    cl_uint count, const cl_event* waits,
                                    cl_event* event) -> cl_int {
    constexpr unsigned kLost = 100;
    if (++launches[kernel] == kLost)
      return next->clEnqueueMarkerWithWaitList(queue, count, waits, event);
    return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                        waits, event);
  };
}

}  // namespace

bool install_state_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "device-lost") {
    lose_device(layer);
  } else if (fault == "svm-kept") {
    keep_svm(layer);
  } else if (fault == "launch-hundredth") {
    lose_the_hundredth(layer);
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::layer
