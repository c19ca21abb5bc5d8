// A fault for each call of OpenCL: `refused:CALL`. ASSAY_FAULT_CODE holds the error's number. Where
// ASSAY_FAULT_MET holds a path, that file exists once a call was refused.
#include <cstdio>

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

}  // namespace

bool install_refusal(std::string_view fault, cl_icd_dispatch& layer) {
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
