// The names of OpenCL's error codes. A failure is reported by name, since the numbers mean nothing
// to a reader. The number is reported too, for codes that only one driver has.

#include "opencl/device/call_failure.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "opencl/device/cl.h"

namespace assay::opencl {
namespace {

#define NAMED(code) {code, #code}
constexpr std::pair<int, std::string_view> kCodes[] = {
    NAMED(CL_SUCCESS),
    NAMED(CL_DEVICE_NOT_FOUND),
    NAMED(CL_DEVICE_NOT_AVAILABLE),
    NAMED(CL_COMPILER_NOT_AVAILABLE),
    NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    NAMED(CL_OUT_OF_RESOURCES),
    NAMED(CL_OUT_OF_HOST_MEMORY),
    NAMED(CL_PROFILING_INFO_NOT_AVAILABLE),
    NAMED(CL_MEM_COPY_OVERLAP),
    NAMED(CL_IMAGE_FORMAT_MISMATCH),
    NAMED(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    NAMED(CL_BUILD_PROGRAM_FAILURE),
    NAMED(CL_MAP_FAILURE),
    NAMED(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    NAMED(CL_COMPILE_PROGRAM_FAILURE),
    NAMED(CL_LINKER_NOT_AVAILABLE),
    NAMED(CL_LINK_PROGRAM_FAILURE),
    NAMED(CL_DEVICE_PARTITION_FAILED),
    NAMED(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    NAMED(CL_INVALID_VALUE),
    NAMED(CL_INVALID_DEVICE_TYPE),
    NAMED(CL_INVALID_PLATFORM),
    NAMED(CL_INVALID_DEVICE),
    NAMED(CL_INVALID_CONTEXT),
    NAMED(CL_INVALID_QUEUE_PROPERTIES),
    NAMED(CL_INVALID_COMMAND_QUEUE),
    NAMED(CL_INVALID_HOST_PTR),
    NAMED(CL_INVALID_MEM_OBJECT),
    NAMED(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    NAMED(CL_INVALID_IMAGE_SIZE),
    NAMED(CL_INVALID_SAMPLER),
    NAMED(CL_INVALID_BINARY),
    NAMED(CL_INVALID_BUILD_OPTIONS),
    NAMED(CL_INVALID_PROGRAM),
    NAMED(CL_INVALID_PROGRAM_EXECUTABLE),
    NAMED(CL_INVALID_KERNEL_NAME),
    NAMED(CL_INVALID_KERNEL_DEFINITION),
    NAMED(CL_INVALID_KERNEL),
    NAMED(CL_INVALID_ARG_INDEX),
    NAMED(CL_INVALID_ARG_VALUE),
    NAMED(CL_INVALID_ARG_SIZE),
    NAMED(CL_INVALID_KERNEL_ARGS),
    NAMED(CL_INVALID_WORK_DIMENSION),
    NAMED(CL_INVALID_WORK_GROUP_SIZE),
    NAMED(CL_INVALID_WORK_ITEM_SIZE),
    NAMED(CL_INVALID_GLOBAL_OFFSET),
    NAMED(CL_INVALID_EVENT_WAIT_LIST),
    NAMED(CL_INVALID_EVENT),
    NAMED(CL_INVALID_OPERATION),
    NAMED(CL_INVALID_GL_OBJECT),
    NAMED(CL_INVALID_BUFFER_SIZE),
    NAMED(CL_INVALID_MIP_LEVEL),
    NAMED(CL_INVALID_GLOBAL_WORK_SIZE),
    NAMED(CL_INVALID_PROPERTY),
    NAMED(CL_INVALID_IMAGE_DESCRIPTOR),
    NAMED(CL_INVALID_COMPILER_OPTIONS),
    NAMED(CL_INVALID_LINKER_OPTIONS),
    NAMED(CL_INVALID_DEVICE_PARTITION_COUNT),
    NAMED(CL_RUNNING),
    NAMED(CL_SUBMITTED),
    NAMED(CL_QUEUED),
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};
#undef NAMED

}  // namespace

std::string code_name(int code) {
  for (const auto& [value, name] : kCodes)
    if (value == code) return std::string(name);
  return fmt::format("CL_UNKNOWN_{}", code);
}

namespace {

/// A log travels with every case of a batch, and the first errors tell most.
std::string begin_of(std::string log) {
  constexpr std::size_t kMost = 1 << 14;
  if (log.size() <= kMost) return log;
  const std::size_t line = log.rfind('\n', kMost);
  const std::size_t kept = line == log.npos ? kMost : line + 1, left = log.size() - kept;
  log.resize(kept);
  return log + fmt::format("(and {} bytes more)", left);
}

}  // namespace

CallFailure::CallFailure(std::string_view call_, int code_, std::string build_log_)
    : call(call_),
      code(code_),
      code_name(opencl::code_name(code_)),
      build_log(begin_of(std::move(build_log_))) {}

bool CallFailure::is_want_of_memory() const {
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE ||
         (call == "clCreateBuffer" &&
          (code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY));
}

std::string CallFailure::text() const {
  return fmt::format("{} gave {} ({})", call, code_name, code);
}

void end_by_drivers(std::string_view what) {
  fmt::print(stderr, "assay: {}\n", what);
  std::abort();
}

void check(std::string_view call, int code) {
  if (code != CL_SUCCESS) throw CallFailure(call, code);
}

}  // namespace assay::opencl
