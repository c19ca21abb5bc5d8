// A layer between the loader (OPENCL_LAYERS) and the drivers. It adds one fault, named by
// ASSAY_FAULT, to a correct driver, to prove that the harness would find it. Several names stand
// apart by commas; of two faults that edit the same call, the last one is there. Without the
// variable the layer changes nothing. If it does not know a name, it refuses to load.
#include "opencl/layer/layer.h"

#include <CL/cl_layer.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace assay::layer {

const cl_icd_dispatch* next = nullptr;

namespace {

cl_icd_dispatch dispatch;

bool install(std::string_view fault) {
  return install_source_fault(fault, dispatch) || install_shape_fault(fault, dispatch) ||
         install_argument_fault(fault, dispatch) || install_transfer_fault(fault, dispatch) ||
         install_memory_fault(fault, dispatch) || install_svm_fault(fault, dispatch) ||
         install_launch_fault(fault, dispatch) || install_state_fault(fault, dispatch) ||
         install_store_fault(fault, dispatch) || install_hang_fault(fault, dispatch) ||
         install_refusal(fault, dispatch);
}

/// Installs each fault of a list. Gives the first name that is of none, or an empty text.
std::string_view install_all(std::string_view faults) {
  for (std::size_t at = 0; at <= faults.size();) {
    const std::size_t end = std::min(faults.find(',', at), faults.size());
    const std::string_view fault = faults.substr(at, end - at);
    if (!install(fault)) return fault.empty() ? "\"\"" : fault;
    at = end + 1;
  }
  return {};
}

cl_int answer(const void* value, size_t bytes, size_t room, void* to, size_t* bytes_ret) {
  if (to && room < bytes) return CL_INVALID_VALUE;
  if (to) std::memcpy(to, value, bytes);
  if (bytes_ret) *bytes_ret = bytes;
  return CL_SUCCESS;
}

}  // namespace
}  // namespace assay::layer

extern "C" {

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info name, size_t room, void* to, size_t* bytes_ret) {
  const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const char title[] = "assay faults";
  if (name == CL_LAYER_API_VERSION)
    return assay::layer::answer(&version, sizeof version, room, to, bytes_ret);
  if (name == CL_LAYER_NAME) return assay::layer::answer(title, sizeof title, room, to, bytes_ret);
  return CL_INVALID_VALUE;
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_ret,
            const cl_icd_dispatch** layer_ret) {
  using namespace assay::layer;
  if (!target || !entries_ret || !layer_ret ||
      entries < sizeof(cl_icd_dispatch) / sizeof(target->clGetPlatformIDs))
    return CL_INVALID_VALUE;
  next = target;
  dispatch = *target;
  if (const char* faults = std::getenv("ASSAY_FAULT"))
    if (const std::string_view unknown = install_all(faults); !unknown.empty()) {
      std::fprintf(stderr, "assay fault layer: there is no fault %.*s\n",
                   static_cast<int>(unknown.size()), unknown.data());
      return CL_INVALID_VALUE;
    }
  if (fault_every() == 0u) {
    std::fprintf(stderr, "assay fault layer: ASSAY_FAULT_EVERY must be a number from 1 on\n");
    return CL_INVALID_VALUE;
  }
  *layer_ret = &dispatch;
  *entries_ret = sizeof(cl_icd_dispatch) / sizeof(dispatch.clGetPlatformIDs);
  return CL_SUCCESS;
}
}
