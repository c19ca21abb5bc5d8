#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "opencl/device/device.h"

namespace assay::conformance {

/// An OpenCL driver that was loaded alone in a process.
struct Driver {
  /// The `.icd` file that names its library.
  std::filesystem::path icd;
  std::vector<opencl::DeviceInfo> devices;
  /// Why it could not be asked for its devices: how it died, or what the dynamic linker said of its
  /// library. Empty if it answered.
  std::string trouble;
};

/// How drivers are asked for their devices.
struct DriverQuestion {
  /// The program to start, with the subcommand `driver`, which asks the driver.
  std::filesystem::path program = "/proc/self/exe";
  /// Seconds that a driver may take to answer.
  double timeout = 60;
  /// Asked some 20 times a second. Once it gives false, no driver is waited for. May be empty.
  std::function<bool()> go_on = {};
};

/// The `.icd` files that the loader would load together, sorted by name: those of the folder
/// OCL_ICD_VENDORS or else OPENCL_VENDOR_PATH, by default /etc/OpenCL/vendors. Empty if the loader
/// gets the names of libraries instead (OCL_ICD_FILENAMES, or OCL_ICD_VENDORS as a file).
std::vector<std::filesystem::path> icd_files();

/// Asks each driver in a process of its own, all at once, so that they cannot disturb each other or
/// this one.
std::vector<Driver> list_drivers(const std::vector<std::filesystem::path>& icds,
                                 const DriverQuestion& question = {});

/// If there are several drivers: makes the processes that this one starts from now on load only the
/// first driver that has a device which these words name as a whole, or else in part
/// (DeviceInfo::named_by). If no driver has one, all are still loaded. Gives the drivers that could
/// not be asked; if a device was named, only those that come before its driver.
std::vector<Driver> keep_to_driver_of(const std::string& device,
                                      const DriverQuestion& question = {});

/// Why PoCL may have no device, or build no program: a file of 1 MiB cannot be written to the
/// folder of its cache, POCL_CACHE_DIR or PoCL's default. Empty if it can, and where the default
/// does not exist yet.
std::string trouble_of_cache();

/// Why there may be no device, for a process in which the loader has none: trouble_of_cache(), or
/// why the loader passes over the library of each `.icd` file. It loads these libraries. Empty if
/// there is no `.icd` file and no trouble.
std::string why_no_device();

/// The main function of the process that asks the one driver that OCL_ICD_VENDORS names. It sends
/// the driver's devices over `channel_fd`, and ends.
[[noreturn]] void driver_main(int channel_fd);

}  // namespace assay::conformance
