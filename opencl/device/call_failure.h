#pragma once

#include <string>
#include <string_view>

namespace assay::opencl {

/// An OpenCL call that the driver did not carry out.
struct CallFailure {
  /// `clBuildProgram`
  std::string call;
  int code = 0;
  /// `CL_BUILD_PROGRAM_FAILURE`
  std::string code_name;
  /// The compiler's messages, if the call was a build. Else empty.
  /// The begin of a long log.
  std::string build_log;

  CallFailure(std::string_view call, int code, std::string build_log = {});
  /// `clBuildProgram gave CL_BUILD_PROGRAM_FAILURE (-11)`
  std::string text() const;
  /// Whether the call lacked memory. Drivers may allocate a buffer where it is made, or where a
  /// command first uses it. Other codes of other calls are no want of memory, whatever their names
  /// say: a driver gives CL_OUT_OF_RESOURCES for a kernel that wrote where it may not.
  bool is_want_of_memory() const;
  friend bool operator==(const CallFailure&, const CallFailure&) = default;
};

/// What a route needs and this machine could not make, `call` says what. No driver is at fault.
struct NotMade : CallFailure {
  explicit NotMade(std::string_view what) : CallFailure(what, 0) {}
};

/// The name of an OpenCL error code. A code that OpenCL 1.2 does not define gives
/// `CL_UNKNOWN_-9999`.
std::string code_name(int code);

/// Ends this process by SIGABRT, as an exception does that nobody catches, and writes to stderr
/// what the driver did. Nobody can trust in the driver's state any more.
[[noreturn]] void end_by_drivers(std::string_view what);

/// Throws a CallFailure unless `code` is CL_SUCCESS.
void check(std::string_view call, int code);

}  // namespace assay::opencl
