#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/run/record.h"
#include "opencl/device/device.h"

namespace assay::conformance {

/// A failure for those who have a C compiler and an OpenCL loader, and nothing of ours.
struct Reproducer {
  /// One C file: kernels, data and what is permitted inside. Prints expected and actual; exits 0 as
  /// expected, 1 not, 2 without a device.
  std::string c;
  /// A page for a bug tracker (Markdown).
  std::string readme;
};

/// A reproducer of `cases`, which make up one batch on the route that `route` names, variant
/// included. Throws Error where there is no such variant, or the device has no room for the batch.
Reproducer make_reproducer(const std::vector<specs::Case>& cases, const Route& route,
                           const Judgement& judgement, const opencl::DeviceInfo& device,
                           KernelLibrary& library);

/// The reproducer of a record: of its batch, or of its smallest case.
Reproducer make_reproducer(const Record& record, const opencl::DeviceInfo& device,
                           KernelLibrary& library);

/// Writes `reproduce.c` and `README.md` to a folder, made where it is not there. Throws Error.
void write_reproducer(const Reproducer& reproducer, const std::filesystem::path& folder);

}  // namespace assay::conformance
