#include "opencl/device/references.h"

#include <atomic>

namespace assay::opencl {
namespace {

/// The call that was refused first, null where none was; and its code.
std::atomic<const char*> refused_call{nullptr};
std::atomic<int> refused_code{0};

}  // namespace

int noted_reference(const char* call, int code) noexcept {
  if (code != 0 && !refused_call) {
    refused_code = code;
    refused_call = call;
  }
  return code;
}

std::optional<CallFailure> refused_reference() {
  const char* const call = refused_call.exchange(nullptr);
  return call ? std::optional(CallFailure(call, refused_code)) : std::nullopt;
}

void check_references() {
  if (const auto refused = refused_reference()) throw *refused;
}

}  // namespace assay::opencl
