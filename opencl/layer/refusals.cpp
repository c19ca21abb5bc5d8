// A fault for each call of OpenCL: `refused:CALL`. ASSAY_FAULT_CODE holds the error's number. Where
// ASSAY_FAULT_MET holds a path, that file exists once a call was refused.
#include <cstdio>
#include <tuple>
#include <type_traits>

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

template <class Entry>
struct Refusal;

/// A call that gives its code, or an object and its code through its last argument.
template <class Result, class... Arguments>
struct Refusal<Result (*cl_icd_dispatch::*)(Arguments...)> {
  template <Result (*cl_icd_dispatch::*Entry)(Arguments...)>
  static Result call(Arguments... arguments) {
    static EveryNth rare(1);
    if (!rare.now()) return (next->*Entry)(arguments...);
    note();
    if constexpr (std::is_same_v<Result, cl_int>) {
      return refusal_code();
    } else {
      const auto last = std::get<sizeof...(Arguments) - 1>(std::tuple<Arguments...>(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int* const>)
        if (last) *last = refusal_code();
      return nullptr;
    }
  }
};

template <auto Entry>
constexpr auto refusal = &Refusal<decltype(Entry)>::template call<Entry>;

}  // namespace

bool install_refusal(std::string_view fault, cl_icd_dispatch& layer) {
  constexpr std::string_view kPrefix = "refused:";
  if (!fault.starts_with(kPrefix)) return false;
  fault.remove_prefix(kPrefix.size());
#define ASSAY_CALL(call)                          \
  if (fault == #call) {                           \
    layer.call = refusal<&cl_icd_dispatch::call>; \
    return true;                                  \
  }
#include "opencl/layer/refusable_calls.def"
#undef ASSAY_CALL
  return false;
}

}  // namespace assay::layer
