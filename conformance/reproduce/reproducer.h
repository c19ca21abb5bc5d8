#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/route/kernel_library.h"
#include "conformance/run/record.h"
#include "conformance/run/reproduction.h"
#include "opencl/device/device.h"

namespace assay::conformance {

/// A failure, written for people who have a C compiler and an OpenCL loader but not assay.
struct Reproducer {
  /// One C file, which contains the kernels, the data and the permitted answers. The program prints
  /// the expected and the actual values. It exits with 0 where all is as expected, with 1 where it
  /// is not, and with 2 where there is no device.
  std::string c;
  /// A page for a bug tracker (Markdown).
  std::string readme;
};

/// Makes a reproducer of `cases`, which are one batch. `route` says how they reach the device, and
/// its variant must be given. `words` stand in the command by which assay runs the same. Throws
/// Error where there is no such variant, or where the device has no room for the batch.
Reproducer make_reproducer(const std::vector<specs::Case>& cases, const Route& route,
                           const Judgement& judgement, const opencl::DeviceInfo& device,
                           KernelLibrary& library, const CommandWords& words);

/// Makes a reproducer of a record: of its batch where it has one, else of its smallest case.
Reproducer make_reproducer(const Record& record, const opencl::DeviceInfo& device,
                           KernelLibrary& library, const CommandWords& words);

/// Writes `reproduce.c` and `README.md` to a folder. Makes the folder where it does not exist.
/// Throws Error.
void write_reproducer(const Reproducer& reproducer, const std::filesystem::path& folder);

}  // namespace assay::conformance
