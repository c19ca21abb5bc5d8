// Faults of kernel arguments. An argument that is longer than any scalar or handle is an argument
// by value.
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

constexpr size_t kKept = 64;

cl_int truncated(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  if (size <= kKept || !value) return next->clSetKernelArg(kernel, index, size, value);
  std::vector<unsigned char> some(size, 0);
  std::memcpy(some.data(), value, kKept);
  return next->clSetKernelArg(kernel, index, size, some.data());
}

cl_int late(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  static std::map<std::pair<cl_kernel, cl_uint>, std::vector<unsigned char>> last;
  if (size <= sizeof(cl_ulong) || !value) return next->clSetKernelArg(kernel, index, size, value);
  const auto* bytes = static_cast<const unsigned char*>(value);
  std::vector<unsigned char> now(bytes, bytes + size);
  auto& before = last[{kernel, index}];
  const std::vector<unsigned char> used = before.size() == size ? before : now;
  before = std::move(now);
  return next->clSetKernelArg(kernel, index, size, used.data());
}

cl_int ignored(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  static std::map<std::pair<cl_kernel, cl_uint>, std::vector<unsigned char>> last;
  static EveryNth rare(50);
  if (size != sizeof(cl_mem) || !value) return next->clSetKernelArg(kernel, index, size, value);
  const auto* bytes = static_cast<const unsigned char*>(value);
  std::vector<unsigned char> now(bytes, bytes + size);
  auto& before = last[{kernel, index}];
  if (before != now && !before.empty() && rare.now()) return CL_SUCCESS;
  before = std::move(now);
  return next->clSetKernelArg(kernel, index, size, value);
}

cl_int narrowed(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  if (size != sizeof(cl_short) || !value) return next->clSetKernelArg(kernel, index, size, value);
  cl_short narrow;
  std::memcpy(&narrow, value, sizeof narrow);
  narrow = static_cast<signed char>(narrow);
  return next->clSetKernelArg(kernel, index, size, &narrow);
}

cl_int unsign(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  if (size != 1 || !value) return next->clSetKernelArg(kernel, index, size, value);
  const auto byte = static_cast<unsigned char>(*static_cast<const unsigned char*>(value) & 0x7f);
  return next->clSetKernelArg(kernel, index, size, &byte);
}

}  // namespace

bool install_argument_fault(std::string_view fault, cl_icd_dispatch& layer) {
  if (fault == "argument-truncated")
    layer.clSetKernelArg = truncated;
  else if (fault == "argument-stale")
    layer.clSetKernelArg = late;
  else if (fault == "buffer-stale")
    layer.clSetKernelArg = ignored;
  else if (fault == "short-narrowed")
    layer.clSetKernelArg = narrowed;
  else if (fault == "char-unsigned")
    layer.clSetKernelArg = unsign;
  else
    return false;
  return true;
}

}  // namespace assay::layer
