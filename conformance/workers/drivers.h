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
  /// How it died where it did while it was asked for its devices; else empty.
  std::string trouble;
};

/// The `.icd` files that the loader would load together, by name: those of the folder
/// OCL_ICD_VENDORS, by default /etc/OpenCL/vendors. Empty where the loader is told libraries by
/// name (OCL_ICD_FILENAMES, OCL_ICD_VENDORS as a file).
std::vector<std::filesystem::path> icd_files();

/// Asks each driver in a process of its own, so that they cannot disturb each other or this one.
std::vector<Driver> list_drivers(const std::vector<std::filesystem::path>& icds);

/// Where there are several drivers: from now on the processes that this one starts load the first
/// alone that has a device of that name (a glob; empty for any). Where none has, all stay.
void keep_to_driver_of(const std::string& device);

}  // namespace assay::conformance
