#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "conformance/plan/campaign_options.h"
#include "conformance/route/kernel_library.h"
#include "specs/json.h"

namespace assay::conformance {

/// What a run tests and with what, as far as its options do not say it: the device and its driver,
/// and the contents of the specs, the kernels and the backend's library. All parts of a run have
/// the same.
struct Tested {
  specs::Json device = specs::Json::object();
  std::string specs, kernels, backend;

  /// The first respect in which `other` differs: `the device's driver_version (1.8, not 1.9)`, or
  /// `the kernels`. Empty where nothing differs.
  std::string difference(const Tested& other) const;

  specs::Json to_json() const;
  static Tested from_json(const specs::Json& json);
};

/// Throws Error if the backend's library cannot be read, and opencl::KernelFileError.
Tested tested_by(const CampaignOptions& options, KernelLibrary& library,
                 const std::optional<std::filesystem::path>& backend,
                 const opencl::DeviceInfo& device);

}  // namespace assay::conformance
