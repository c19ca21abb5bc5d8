// Faults of launches and of calls that wait for launches.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

/// A launch whose sizes may be edited.
struct Launch {
  cl_uint dimensions;
  size_t offset[3] = {}, global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
  bool has_local, has_offset, waits = true;
  cl_int refused = CL_SUCCESS;
  unsigned times = 1;
};

template <void (*Edit)(Launch&)>
cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
              const size_t* global, const size_t* local, cl_uint count, const cl_event* waits,
              cl_event* event) {
  Launch l{
      .dimensions = dimensions, .has_local = local != nullptr, .has_offset = offset != nullptr};
  for (cl_uint d = 0; d < dimensions; ++d) {
    l.global[d] = global[d];
    if (offset) l.offset[d] = offset[d];
    if (local) l.local[d] = local[d];
  }
  Edit(l);
  if (l.refused != CL_SUCCESS) return l.refused;
  if (!l.waits) count = 0, waits = nullptr;
  if (l.times == 0) return next->clEnqueueMarkerWithWaitList(queue, count, waits, event);
  cl_int code = CL_SUCCESS;
  for (unsigned k = 0; k < l.times && code == CL_SUCCESS; ++k)
    code = next->clEnqueueNDRangeKernel(
        queue, kernel, dimensions, l.has_offset ? l.offset : nullptr, l.global,
        l.has_local ? l.local : nullptr, count, waits, k + 1 == l.times ? event : nullptr);
  return code;
}

void lose_group(Launch& l) {
  if (l.global[0] > l.local[0]) l.global[0] -= l.local[0];
}

void lose_offset(Launch& l) { l.has_offset = false; }

void lose_end_behind_offset(Launch& l) {
  for (cl_uint d = 0; l.has_offset && d < l.dimensions; ++d)
    if (l.offset[d] > 0 && l.global[d] > l.local[d]) l.global[d] -= l.local[d];
}

void lose_row(Launch& l) {
  if (l.dimensions > 1 && l.global[1] > 100 && l.local[1] == 1) --l.global[1];
}

void lose_group_of_odd(Launch& l) {
  if (l.has_local && l.local[0] % 2 == 1 && l.local[0] > 1) lose_group(l);
}

void lose_group_of_large(Launch& l) {
  if (l.has_local && l.local[0] >= 256) lose_group(l);
}

void lose_items_without_local(Launch& l) {
  if (!l.has_local && l.global[0] > 1) l.global[0] = (l.global[0] + 1) / 2;
}

bool is_100th() {
  static EveryNth rare(100);
  return rare.now();
}

void rarely_nothing(Launch& l) {
  if (is_100th()) l.times = 0;
}

void twice(Launch& l) { l.times = 2; }

void unordered(Launch& l) { l.waits = false; }

void rarely_refused(Launch& l) {
  if (is_100th()) l.refused = CL_OUT_OF_RESOURCES;
}

// This is a real segmentation fault, because some drivers have handlers that ignore a signal that
// was only raised.
void crash(Launch&) {
  if (is_100th()) *static_cast<volatile int*>(nullptr) = 0;
}

void leave(Launch&) {
  if (is_100th()) _exit(3);
}

void throw_exception(Launch&) {
  if (is_100th()) throw std::runtime_error("no more work items");
}

void hang(Launch&) {
  if (is_100th())
    for (;;) pause();
}

void leak(Launch&) {
  constexpr size_t kBytes = size_t{32} << 20;
  static volatile char* leaked;
  leaked = static_cast<char*>(std::malloc(kBytes));
  for (size_t at = 0; leaked && at < kBytes; at += 4096) leaked[at] = 1;
}

cl_int slow_first_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                         const size_t* offset, const size_t* global, const size_t* local,
                         cl_uint count, const cl_event* waits, cl_event* event) {
  static std::set<cl_kernel> launched;
  if (launched.insert(kernel).second) sleep(2);
  return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                      waits, event);
}

void refuse_finish(cl_icd_dispatch& layer) {
  layer.clFinish = [](cl_command_queue queue) {
    const cl_int code = next->clFinish(queue);
    return is_100th() ? static_cast<cl_int>(CL_OUT_OF_RESOURCES) : code;
  };
}

void finish_early(cl_icd_dispatch& layer) {
  static std::set<cl_command_queue> flushed;
  layer.clFlush = [](cl_command_queue queue) {
    flushed.insert(queue);
    return next->clFlush(queue);
  };
  layer.clEnqueueMarkerWithWaitList = [](cl_command_queue queue, cl_uint count,
                                         const cl_event* waits, cl_event* event) {
    flushed.erase(queue);
    return next->clEnqueueMarkerWithWaitList(queue, count, waits, event);
  };
  layer.clFinish = [](cl_command_queue queue) -> cl_int {
    return flushed.contains(queue) ? CL_SUCCESS : next->clFinish(queue);
  };
}

/// The events of launches.
std::set<cl_event> launch_events;

void tell_launches_failed(cl_icd_dispatch& layer) {
  layer.clEnqueueNDRangeKernel = [](cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                    const size_t* offset, const size_t* global, const size_t* local,
                                    cl_uint count, const cl_event* waits, cl_event* event) {
    const cl_int code = next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global,
                                                     local, count, waits, event);
    if (code == CL_SUCCESS && event) launch_events.insert(*event);
    return code;
  };
  layer.clGetEventInfo = [](cl_event event, cl_event_info name, size_t room, void* to,
                            size_t* size) {
    const cl_int code = next->clGetEventInfo(event, name, room, to, size);
    constexpr cl_int kFailed = CL_OUT_OF_RESOURCES;
    if (name == CL_EVENT_COMMAND_EXECUTION_STATUS && to && launch_events.contains(event))
      std::memcpy(to, &kFailed, sizeof kFailed);
    return code;
  };
}

void lose_failures_of_events(cl_icd_dispatch& layer) {
  layer.clSetUserEventStatus = [](cl_event event, cl_int status) {
    return next->clSetUserEventStatus(event, std::max<cl_int>(status, CL_COMPLETE));
  };
}

void reverse_profiles(cl_icd_dispatch& layer) {
  layer.clGetEventProfilingInfo = [](cl_event event, cl_profiling_info name, size_t room, void* to,
                                     size_t* size) {
    if (name == CL_PROFILING_COMMAND_START)
      name = CL_PROFILING_COMMAND_END;
    else if (name == CL_PROFILING_COMMAND_END)
      name = CL_PROFILING_COMMAND_QUEUED;
    return next->clGetEventProfilingInfo(event, name, room, to, size);
  };
}

void refuse_profiles(cl_icd_dispatch& layer) {
  layer.clGetEventProfilingInfo = [](cl_event, cl_profiling_info, size_t, void*,
                                     size_t*) -> cl_int { return CL_PROFILING_INFO_NOT_AVAILABLE; };
}

}  // namespace

bool install_launch_fault(std::string_view fault, cl_icd_dispatch& layer) {
  constexpr struct {
    std::string_view name;
    cl_api_clEnqueueNDRangeKernel function;
  } kLaunches[] = {{"offset-lost", launch<lose_offset>},
                   {"offset-end", launch<lose_end_behind_offset>},
                   {"group-lost", launch<lose_group>},
                   {"row-lost", launch<lose_row>},
                   {"odd-local", launch<lose_group_of_odd>},
                   {"large-local", launch<lose_group_of_large>},
                   {"null-local", launch<lose_items_without_local>},
                   {"launch-lost", launch<rarely_nothing>},
                   {"launch-twice", launch<twice>},
                   {"launch-unordered", launch<unordered>},
                   {"launch-refused", launch<rarely_refused>},
                   {"launch-crash", launch<crash>},
                   {"launch-exit", launch<leave>},
                   {"launch-throw", launch<throw_exception>},
                   {"launch-hang", launch<hang>},
                   // These two give no wrong answers.
                   {"launch-leak", launch<leak>},
                   {"first-launch-slow", slow_first_launch}};
  constexpr struct {
    std::string_view name;
    void (*install)(cl_icd_dispatch& layer);
  } kOthers[] = {
      {"finish-refused", refuse_finish},       {"finish-early", finish_early},
      {"launch-status", tell_launches_failed}, {"event-failure-lost", lose_failures_of_events},
      {"profile-reversed", reverse_profiles},  {"profile-refused", refuse_profiles}};
  for (const auto& l : kLaunches)
    if (l.name == fault) {
      layer.clEnqueueNDRangeKernel = l.function;
      return true;
    }
  for (const auto& o : kOthers)
    if (o.name == fault) {
      o.install(layer);
      return true;
    }
  return false;
}

}  // namespace assay::layer
