#pragma once

#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

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
bool install_state_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_store_fault(std::string_view fault, cl_icd_dispatch& layer);
bool install_refusal(std::string_view fault, cl_icd_dispatch& layer);

template <class Entry>
struct RefusedBy;

template <class Result, class... Arguments>
struct RefusedBy<Result (*cl_icd_dispatch::*)(Arguments...)> {
  template <Result (*cl_icd_dispatch::*Entry)(Arguments...), std::optional<cl_int> (*Code)()>
  static Result call(Arguments... arguments) {
    const std::optional<cl_int> code = Code();
    if (!code) return (next->*Entry)(arguments...);
    if constexpr (std::is_same_v<Result, cl_int>) {
      return *code;
    } else {
      const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple<Arguments...>(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int* const>)
        if (last) *last = *code;
      return nullptr;
    }
  }
};

/// An entry of the dispatch table. Each call of it asks `Code`: nothing lets the driver do the
/// call; a code is given instead, as the result or, where the call makes an object, beside none.
template <auto Entry, std::optional<cl_int> (*Code)()>
constexpr auto refused_by = &RefusedBy<decltype(Entry)>::template call<Entry, Code>;

/// What the variable ASSAY_FAULT_EVERY holds: a whole number from 1 on. 0 where it holds anything
/// else, and nothing where it is not set.
inline std::optional<unsigned> fault_every() {
  const char* const text = std::getenv("ASSAY_FAULT_EVERY");
  if (!text) return std::nullopt;
  const char* const end = text + std::strlen(text);
  unsigned number = 0;
  const auto read = std::from_chars(text, end, number);
  return read.ec == std::errc() && read.ptr == end ? number : 0;
}

/// Counts calls. now() is true at every n-th call, where n is ASSAY_FAULT_EVERY if that is set.
class EveryNth {
 public:
  explicit EveryNth(unsigned n) : n_(fault_every().value_or(n)) {}
  bool now() { return ++count_ % n_ == 0; }

 private:
  unsigned n_;
  std::atomic<unsigned> count_{0};
};

}  // namespace assay::layer
