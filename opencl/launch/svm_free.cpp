#include "opencl/launch/svm_free.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "opencl/launch/call_probe.h"
#include "opencl/memory/svm_memory.h"

namespace assay::opencl {
namespace {

using Pointers = std::array<void*, kFreedTogether>;

/// What the callback got. A driver may call it from a thread of its own.
struct Freed {
  cl_uint count = 0;
  Pointers came{};
  std::atomic<bool> is_called = false;
};

void CL_CALLBACK free_called(cl_command_queue, cl_uint count, void* pointers[], void* data) {
  const std::unique_ptr<std::shared_ptr<Freed>> own(static_cast<std::shared_ptr<Freed>*>(data));
  Freed& freed = **own;
  freed.count = count;
  std::copy_n(pointers, std::min<std::size_t>(count, kFreedTogether), freed.came.begin());
  freed.is_called = true;
}

}  // namespace

std::optional<Damage> probe_svm_free(const Device& device) {
  constexpr std::size_t kBytes = 256;
  std::array<SvmMemory, kFreedTogether> memories;
  Pointers asked;
  for (std::size_t i = 0; i < kFreedTogether; ++i) {
    memories[i] = SvmMemory(device, kBytes);
    asked[i] = memories[i].address();
  }
  int code = CL_SUCCESS;
  const cl::CommandQueue queue(device.context(), device.handle(), cl_command_queue_properties{0},
                               &code);
  check("clCreateCommandQueue", code);
  cl::UserEvent gate(device.context(), &code);
  check("clCreateUserEvent", code);
  const cl_event gate_handle = gate();
  Pointers given = asked;
  // The callback's share outlives this call where a driver calls it late.
  const auto freed = std::make_shared<Freed>();
  auto callbacks = std::make_unique<std::shared_ptr<Freed>>(freed);
  code = clEnqueueSVMFree(queue(), kFreedTogether, given.data(), free_called, callbacks.get(), 1,
                          &gate_handle, nullptr);
  if (code == CL_SUCCESS) callbacks.release();
  given.fill(nullptr);
  const int opened = gate.setStatus(CL_COMPLETE);
  // No object may be released while the command waits for an event without a status.
  if (opened != CL_SUCCESS) gate.setStatus(CL_COMPLETE);
  check("clEnqueueSVMFree", code);
  check("clSetUserEventStatus", opened);
  check("clFinish", queue.finish());
  // A driver that never calls it hangs, as far as its user sees.
  while (!freed->is_called) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (freed->count != kFreedTogether)
    return wrong_call(fmt::format("clEnqueueSVMFree called its function with {} pointers, not {}",
                                  freed->count, kFreedTogether));
  // OpenCL promises no order.
  std::ranges::sort(freed->came);
  std::ranges::sort(asked);
  if (freed->came != asked)
    return wrong_call("clEnqueueSVMFree called its function with pointers that it was not given");
  return std::nullopt;
}

}  // namespace assay::opencl
