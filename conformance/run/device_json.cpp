// A device as JSON: in `run.json`, in `assay devices --json`, and from a worker to its parent.
#include "conformance/run/device_json.h"

#include <fmt/format.h>

#include <concepts>

namespace assay::conformance {
namespace {

using specs::Json;
using specs::JsonPlace;

/// The one table of a device's fields: calls `visit` with the keys that lead to each field in the
/// JSON, of which the second may be null, and with the field itself.
template <class Device, class Visit>
void visit_fields(Device& d, Visit visit) {
  const auto field = [&](const char* key, auto& value) { visit(key, nullptr, value); };
  field("platform", d.platform);
  field("platform_version", d.platform_version);
  field("name", d.name);
  field("vendor", d.vendor);
  field("driver_version", d.driver_version);
  field("version", d.version);
  field("opencl_c_version", d.c_version);
  field("fp16", d.fp16);
  field("fp64", d.fp64);
  visit("denormals", "fp16", d.denormals16);
  visit("denormals", "fp32", d.denormals32);
  visit("denormals", "fp64", d.denormals64);
  field("compute_units", d.compute_units);
  field("max_work_group_size", d.max_work_group_size);
  field("global_memory", d.global_memory);
  field("max_allocation", d.max_allocation);
  field("local_memory", d.local_memory);
  field("max_constant", d.max_constant);
  field("address_alignment", d.address_alignment);
  field("out_of_order", d.out_of_order);
  field("coarse_svm", d.coarse_svm);
  field("images", d.images);
  field("normalized_images", d.normalized_images);
  field("image_height", d.image_height);
  field("spirv", d.spirv);
  field("address_bits", d.address_bits);
  field("standards", d.standards);
  field("extensions", d.extensions);
}

// Checks that the JSON has the type that a field of this C++ type needs.
void require_type(const JsonPlace& place, const std::string&) { place.text(); }
void require_type(const JsonPlace& place, bool) { place.boolean(); }
void require_type(const JsonPlace& place, std::unsigned_integral auto) { place.natural(); }
template <class T>
void require_type(const JsonPlace& place, const std::vector<T>&) {
  for (const JsonPlace& entry : place.entries()) require_type(entry, T());
}

}  // namespace

Json device_to_json(const opencl::DeviceInfo& device) {
  Json json;
  visit_fields(device, [&](const char* key, const char* inner, const auto& value) {
    (inner ? json[key][inner] : json[key]) = value;
  });
  return json;
}

opencl::DeviceInfo device_from_json(const Json& json) {
  opencl::DeviceInfo device;
  visit_fields(device, [&](const char* key, const char* inner, auto& value) {
    (inner ? json.at(key).at(inner) : json.at(key)).get_to(value);
  });
  return device;
}

Json lasting_to_json(const opencl::DeviceInfo& device) {
  Json json = device_to_json(device);
  for (const char* const size : {"global_memory", "max_allocation"}) json.erase(size);
  return json;
}

std::string differing_field(const Json& first, const Json& second) {
  for (const auto& [key, value] : first.items())
    if (second.at(key) != value) return key;
  return {};
}

std::string difference(const opencl::DeviceInfo& first, const opencl::DeviceInfo& second) {
  const Json a = lasting_to_json(first), b = lasting_to_json(second);
  const std::string field = differing_field(a, b);
  if (field.empty()) return {};
  return fmt::format("{} is {}, not {}", field, b[field].dump(), a[field].dump());
}

void check_device(const JsonPlace& place) {
  const opencl::DeviceInfo device;
  visit_fields(device, [&](const char* key, const char* inner, const auto& value) {
    require_type(inner ? place.at(key).at(inner) : place.at(key), value);
  });
}

}  // namespace assay::conformance
