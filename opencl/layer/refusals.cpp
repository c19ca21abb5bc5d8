// A fault for each call of OpenCL: `refused:CALL`; a device with little room for constants:
// `constant-room:BYTES`; and kernels that have few items in a group: `group-items:N`.
// ASSAY_FAULT_CODE holds the error's number. Where
// ASSAY_FAULT_MET holds a path, that file exists once a call was refused.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

cl_int refusal_code() {
  const char* const text = std::getenv("ASSAY_FAULT_CODE");
  return text ? std::atoi(text) : CL_OUT_OF_RESOURCES;
}

void note() {
  const char* const path = std::getenv("ASSAY_FAULT_MET");
  if (std::FILE* const file = path ? std::fopen(path, "a") : nullptr) std::fclose(file);
}

/// The code of every n-th call of this entry.
template <auto Entry>
std::optional<cl_int> code_of_nth() {
  static EveryNth rare(1);
  if (!rare.now()) return std::nullopt;
  note();
  return refusal_code();
}

cl_ulong constant_room = 0;
size_t group_items = 0;

cl_int tell_group_items(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                        size_t room, void* to, size_t* bytes) {
  const cl_int code = next->clGetKernelWorkGroupInfo(kernel, device, name, room, to, bytes);
  if (code == CL_SUCCESS && to && name == CL_KERNEL_WORK_GROUP_SIZE)
    std::memcpy(to, &group_items, sizeof group_items);
  return code;
}

cl_int tell_constant_room(cl_device_id device, cl_device_info name, size_t room, void* to,
                          size_t* bytes) {
  const cl_int code = next->clGetDeviceInfo(device, name, room, to, bytes);
  if (code == CL_SUCCESS && to && name == CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)
    std::memcpy(to, &constant_room, sizeof constant_room);
  return code;
}

}  // namespace

bool install_refusal(std::string_view fault, cl_icd_dispatch& layer) {
  constexpr std::string_view kRoom = "constant-room:", kItems = "group-items:";
  const std::string number(fault.substr(std::min(fault.find(':') + 1, fault.size())));
  if (fault.starts_with(kRoom)) {
    constant_room = std::strtoull(number.c_str(), nullptr, 10);
    layer.clGetDeviceInfo = tell_constant_room;
    return true;
  }
  if (fault.starts_with(kItems)) {
    group_items = std::strtoull(number.c_str(), nullptr, 10);
    layer.clGetKernelWorkGroupInfo = tell_group_items;
    return true;
  }
  constexpr std::string_view kPrefix = "refused:";
  if (!fault.starts_with(kPrefix)) return false;
  fault.remove_prefix(kPrefix.size());
#define ASSAY_CALL(call)                                  \
  if (fault == #call) {                                   \
    constexpr auto kEntry = &cl_icd_dispatch::call;       \
    layer.call = refused_by<kEntry, code_of_nth<kEntry>>; \
    return true;                                          \
  }
#include "opencl/layer/refusable_calls.def"
#undef ASSAY_CALL
  return false;
}

}  // namespace assay::layer
