#pragma once

#include <string>

#include "opencl/device/device.h"
#include "specs/json.h"

namespace assay::conformance {

/// A device as `run.json` and `assay devices --json` have it.
specs::Json device_to_json(const opencl::DeviceInfo& device);

/// The device that device_to_json() wrote. Throws nlohmann::json::exception if the JSON is not a
/// device.
opencl::DeviceInfo device_from_json(const specs::Json& json);

/// What of a device is the same each time that it is opened: all fields but the sizes of memory,
/// which some drivers give as what is free.
specs::Json lasting_to_json(const opencl::DeviceInfo& device);

/// The first field of a device's JSON of which another device's JSON has another value. Empty where
/// there is none.
std::string differing_field(const specs::Json& first, const specs::Json& second);

/// What tells the second device from the first, as the first lasting field that differs:
/// `name is "b", not "a"`. Empty where they are the same.
std::string difference(const opencl::DeviceInfo& first, const opencl::DeviceInfo& second);

/// Checks that device_from_json() can read the device at a place of a document. Throws an Error
/// that names the place of the first field that is missing or of another type.
void check_device(const specs::JsonPlace& place);

}  // namespace assay::conformance
