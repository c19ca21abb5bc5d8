// Faults that hang, and one that leaves a process behind. They give no wrong answers, so the
// selftest does not list them. Each acts every time, or at every n-th call (ASSAY_FAULT_EVERY).
#include <unistd.h>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

void hang_at_nth() {
  static EveryNth nth(1);
  if (!nth.now()) return;
  for (;;) pause();
}

/// Leaves a process in a session of its own that sleeps for ten minutes.
void leave_process() {
  if (fork() != 0) return;
  setsid();
  sleep(600);
  _exit(0);
}

/// Launches hang whose number of groups is a multiple of five.
cl_int launch_some(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                   const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
                   const cl_event* waits, cl_event* event) {
  const size_t groups = local && local[0] ? global[0] / local[0] : global[0];
  if (groups % 5 == 0) hang_at_nth();
  return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                      waits, event);
}

cl_int launch_none(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                   const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
                   const cl_event* waits, cl_event* event) {
  hang_at_nth();
  return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                      waits, event);
}

}  // namespace

bool install_hang_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "size-hang") {
    layer.clEnqueueNDRangeKernel = launch_some;
  } else if (fault == "every-launch-hang") {
    layer.clEnqueueNDRangeKernel = launch_none;
  } else if (fault == "finish-hang") {
    layer.clFinish = [](cl_command_queue queue) {
      hang_at_nth();
      return next->clFinish(queue);
    };
  } else if (fault == "devices-hang") {
    layer.clGetDeviceIDs = [](cl_platform_id platform, cl_device_type type, cl_uint room,
                              cl_device_id* devices, cl_uint* count) {
      hang_at_nth();
      return next->clGetDeviceIDs(platform, type, room, devices, count);
    };
  } else if (fault == "build-hang") {
    layer.clBuildProgram = [](cl_program program, cl_uint count, const cl_device_id* devices,
                              const char* options, void(CL_CALLBACK * done)(cl_program, void*),
                              void* data) {
      hang_at_nth();
      return next->clBuildProgram(program, count, devices, options, done, data);
    };
  } else if (fault == "process-left") {
    layer.clBuildProgram = [](cl_program program, cl_uint count, const cl_device_id* devices,
                              const char* options, void(CL_CALLBACK * done)(cl_program, void*),
                              void* data) {
      static EveryNth nth(1);
      if (nth.now()) leave_process();
      return next->clBuildProgram(program, count, devices, options, done, data);
    };
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::layer
