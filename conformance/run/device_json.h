#pragma once

#include "opencl/device/device.h"
#include "specs/json.h"

namespace assay::conformance {

/// A device as `assay devices --json` lists it, and back. device_from_json() throws
/// nlohmann::json::exception for what device_to_json() would not write.
specs::Json device_to_json(const opencl::DeviceInfo& device);
opencl::DeviceInfo device_from_json(const specs::Json& json);

}  // namespace assay::conformance
