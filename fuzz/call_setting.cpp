#include "fuzz/call_setting.h"

namespace assay::fuzz {
namespace {

using opencl::check;

cl::CommandQueue new_queue(const opencl::Device& device, bool out_of_order) {
  cl_int code = CL_SUCCESS;
  const cl_command_queue_properties properties =
      out_of_order && device.info().out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
  cl::CommandQueue queue(device.context(), device.handle(), properties, &code);
  check("clCreateCommandQueue", code);
  return queue;
}

}  // namespace

CallSetting::CallSetting(const opencl::Device& d) : device(d) {
  for (const bool out_of_order : {false, false, true})
    queues.push_back(new_queue(device, out_of_order));
}

void CallSetting::replace_queue(specs::Chooser& chooser) {
  cl::CommandQueue& place = queue(chooser);
  check("clFlush", place.flush());
  place = new_queue(device, chooser.below(2));
}

void CallSetting::flush() const {
  for (const cl::CommandQueue& queue : queues) check("clFlush", queue.flush());
}

}  // namespace assay::fuzz
