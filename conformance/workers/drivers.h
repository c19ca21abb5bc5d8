#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "opencl/device/device.h"

namespace assay::conformance {

/// An OpenCL driver, loaded by itself.
struct Driver {
  /// The `.icd` file that names its library.
  std::filesystem::path icd;
  std::vector<opencl::DeviceInfo> devices;
  /// Why it could not be asked for its devices: how it died, or what the dynamic linker said of its
  /// library. Empty where it answered.
  std::string trouble;
};

/// How drivers are asked.
struct DriverQuestion {
  /// The program, whose `driver` subcommand asks.
  std::filesystem::path program = "/proc/self/exe";
  /// Seconds that a driver may take to answer.
  double timeout = 60;
};

/// The `.icd` files that the loader would load together, by name: those of the folder
/// OCL_ICD_VENDORS, by default /etc/OpenCL/vendors. Empty where the loader is told libraries by
/// name (OCL_ICD_FILENAMES, OCL_ICD_VENDORS as a file).
std::vector<std::filesystem::path> icd_files();

/// Asks each driver in a process of its own, all at once, so that they cannot disturb each other or
/// this one.
std::vector<Driver> list_drivers(const std::vector<std::filesystem::path>& icds,
                                 const DriverQuestion& question = {});

/// Where there are several drivers: from now on the processes that this one starts load the first
/// alone that has a device of that name (a glob; empty for any). Where none has, all stay. Gives
/// those that could not be asked; of a device that was named, those before its driver.
std::vector<Driver> keep_to_driver_of(const std::string& device);

/// The life of the process that asks the one driver which OCL_ICD_VENDORS names: tells over
/// `channel_fd` what devices there are, and ends.
[[noreturn]] void driver_main(int channel_fd);

}  // namespace assay::conformance
