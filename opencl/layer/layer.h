#pragma once

#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string_view>

namespace assay::layer {

/// The driver below the layer.
extern const cl_icd_dispatch* next;

/// The size of a buffer in bytes, as the driver reports it. 0 if the driver does not.
inline size_t size_of(cl_mem buffer) {
  size_t size = 0;
  next->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr);
  return size;
}

/// If the fault is of its family, each function replaces entries of the dispatch table and returns
/// true.
bool install_source_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_shape_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_argument_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_transfer_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_memory_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_svm_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_launch_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_hang_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_store_fault(std::string_view fault, cl_icd_dispatch& layer);

/// Counts calls. now() is true at every n-th call, where n is ASSAY_FAULT_EVERY if that is set.
class EveryNth {
 public:
  explicit EveryNth(unsigned n) : n_(n) {
    if (const char* every = std::getenv("ASSAY_FAULT_EVERY"))
      n_ = static_cast<unsigned>(std::max(1, std::atoi(every)));
  }
  bool now() { return ++count_ % n_ == 0; }

 private:
  unsigned n_;
  std::atomic<unsigned> count_{0};
};

}  // namespace assay::layer
