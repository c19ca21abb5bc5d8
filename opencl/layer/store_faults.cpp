// Faults of what kernels store. The buffers that a launch uses are read before and after it, and
// the bytes that it changed are edited. So numeric faults affect only words that a kernel stored,
// and stray writes have exactly the intended length.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "opencl/layer/layer.h"

namespace assay::layer {
namespace {

using Bytes = std::vector<unsigned char>;

/// A buffer that a kernel was given: its type in the kernel, and its bytes before and after the
/// launch.
struct Given {
  std::string type;
  bool is_const;
  Bytes before, after;
};

std::map<cl_kernel, std::map<cl_uint, cl_mem>> bound;

cl_int remember(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  const cl_int code = next->clSetKernelArg(kernel, index, size, value);
  size_t bytes = 0;
  cl_mem buffer = nullptr;
  if (value && size == sizeof(cl_mem)) std::memcpy(&buffer, value, size);
  cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  next->clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                           nullptr);
  if (buffer && address == CL_KERNEL_ARG_ADDRESS_GLOBAL &&
      next->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS)
    bound[kernel][index] = buffer;
  return code;
}

// Shared virtual memory is not edited.
cl_int forget(cl_kernel kernel, cl_uint index, const void* memory) {
  bound[kernel].erase(index);
  return next->clSetKernelArgSVMPointer(kernel, index, memory);
}

Given given(cl_kernel kernel, cl_uint index) {
  char type[64] = {};
  cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
  next->clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr);
  next->clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier,
                           &qualifier, nullptr);
  return {type, (qualifier & CL_KERNEL_ARG_TYPE_CONST) != 0, {}, {}};
}

// The largest buffer that is read around a launch. Reading buffers of over 4 GiB, of which little
// is used, would take all of a campaign's time.
constexpr size_t kMostBytes = size_t{1} << 30;

Bytes contents(cl_command_queue queue, cl_mem buffer) {
  Bytes bytes(size_of(buffer));
  next->clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes.size(), bytes.data(), 0, nullptr,
                            nullptr);
  return bytes;
}

template <void (*Edit)(Given&)>
cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
              const size_t* global, const size_t* local, cl_uint count, const cl_event* waits,
              cl_event* event) {
  const auto pass_on = [&](cl_event* to) {
    return next->clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count,
                                        waits, to);
  };
  // A launch that waits for events is not edited, because its events may not have happened yet and
  // it cannot be waited for here.
  if (count > 0) return pass_on(event);
  next->clFinish(queue);
  std::map<cl_uint, Given> all;
  for (const auto& [index, buffer] : bound[kernel]) {
    if (size_of(buffer) > kMostBytes) continue;
    Given g = given(kernel, index);
    g.before = contents(queue, buffer);
    all.emplace(index, std::move(g));
  }
  const cl_int code = pass_on(event);
  if (code != CL_SUCCESS) return code;
  next->clFinish(queue);
  for (auto& [index, g] : all) {
    const cl_mem buffer = bound[kernel][index];
    g.after = contents(queue, buffer);
    const Bytes came = g.after;
    Edit(g);
    if (g.after != came)
      next->clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, g.after.size(), g.after.data(), 0,
                                 nullptr, nullptr);
  }
  return code;
}

/// Edits each word of type T that the kernel changed.
template <class T, class Edit>
void each_stored(Given& g, Edit edit) {
  for (size_t at = 0; at + sizeof(T) <= g.after.size(); at += sizeof(T)) {
    if (std::memcmp(&g.before[at], &g.after[at], sizeof(T)) == 0) continue;
    T word;
    std::memcpy(&word, &g.after[at], sizeof(T));
    word = edit(word);
    std::memcpy(&g.after[at], &word, sizeof(T));
  }
}

void quiet_nans(Given& g) {
  each_stored<std::uint32_t>(g, [](std::uint32_t w) {
    const bool signalling = (w & 0x7fc00000) == 0x7f800000 && (w & 0x003fffff);
    return signalling ? w | 0x00400000 : w;
  });
}

void flush_denormals(Given& g) {
  if (!g.type.starts_with("float")) return;
  each_stored<std::uint32_t>(
      g, [](std::uint32_t w) { return (w & 0x7f800000) == 0 ? w & 0x80000000 : w; });
}

void lose_minus_zero(Given& g) {
  if (!g.type.starts_with("float")) return;
  each_stored<std::uint32_t>(g, [](std::uint32_t w) { return w == 0x80000000 ? 0 : w; });
}

void narrow_doubles(Given& g) {
  if (!g.type.starts_with("double")) return;
  each_stored<double>(g, [](double x) {
    return std::isfinite(x) ? static_cast<double>(static_cast<float>(x)) : x;
  });
}

void shift_last_bit(Given& g) {
  if (!g.type.starts_with("float")) return;
  each_stored<std::uint32_t>(g, [](std::uint32_t w) {
    return (w & 0x7f800000) != 0x7f800000 && w % 64 == 0 && w != 0 ? w ^ 1 : w;
  });
}

void write_beyond(Given& g) {
  for (size_t at = g.after.size(); at-- > 1;)
    if (g.before[at - 1] != g.after[at - 1]) {
      g.after[at] ^= 0xff;
      return;
    }
}

void write_before(Given& g) {
  for (size_t at = 1; at < g.after.size(); ++at)
    if (g.before[at] != g.after[at]) {
      g.after[at - 1] ^= 0xff;
      return;
    }
}

void write_input(Given& g) {
  if (g.is_const && !g.after.empty()) g.after[g.after.size() / 2] ^= 0x10;
}

void read_poison(Given& g) {
  for (size_t at = 1; at < g.after.size(); ++at)
    if (g.before[at] != g.after[at]) {
      g.after[at] = g.after[at - 1];
      return;
    }
}

void rarely_lose(Given& g) {
  static EveryNth rare(300);
  if (g.before == g.after || !rare.now()) return;
  for (size_t at = g.after.size(); at-- > 0;)
    if (g.before[at] != g.after[at]) {
      g.after[at] = g.before[at];
      return;
    }
}

}  // namespace

bool install_store_fault(std::string_view fault, cl_icd_dispatch& layer) {
  constexpr struct {
    std::string_view name;
    cl_api_clEnqueueNDRangeKernel function;
  } kStores[] = {
      {"nan-quieted", launch<quiet_nans>},          {"denormal-flushed", launch<flush_denormals>},
      {"minus-zero-lost", launch<lose_minus_zero>}, {"double-narrowed", launch<narrow_doubles>},
      {"float-ulp", launch<shift_last_bit>},        {"byte-store-wide", launch<write_beyond>},
      {"store-before", launch<write_before>},       {"input-written", launch<write_input>},
      {"poison-read", launch<read_poison>},         {"store-lost", launch<rarely_lose>}};
  for (const auto& s : kStores)
    if (s.name == fault) {
      layer.clEnqueueNDRangeKernel = s.function;
      layer.clSetKernelArg = remember;
      layer.clSetKernelArgSVMPointer = forget;
      return true;
    }
  return false;
}

}  // namespace assay::layer
