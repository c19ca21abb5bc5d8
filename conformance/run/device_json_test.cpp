// Tests that devices are written as JSON and read back.
#include "conformance/run/device_json.h"

#include <gtest/gtest.h>

namespace assay::conformance::testing {
namespace {

using specs::Json;

opencl::DeviceInfo described_device() {
  opencl::DeviceInfo d;
  d.platform = "a platform";
  d.name = "a device";
  d.denormals32 = d.spirv = true;
  d.global_memory = UINT64_MAX;
  d.address_bits = 64;
  d.standards = {12, 30};
  d.extensions = {"cl_khr_fp16"};
  return d;
}

// A device with another value in each field than one has of which nothing is known.
opencl::DeviceInfo full_device() {
  opencl::DeviceInfo d = described_device();
  // Where a field is added, this does not compile until the field is named here.
  auto& [platform, platform_version, name, vendor, driver_version, version, c_version, extensions,
         fp16, fp64, denormals16, denormals32, denormals64, global_memory, max_allocation,
         local_memory, max_constant, out_of_order, coarse_svm, images, normalized_images,
         image_height, spirv, address_bits, standards, address_alignment, max_work_group_size,
         compute_units] = d;
  platform_version = vendor = driver_version = version = c_version = "some";
  fp16 = fp64 = denormals16 = denormals64 = out_of_order = coarse_svm = images = normalized_images =
      true;
  max_allocation = local_memory = max_constant = address_alignment = 1 << 20;
  image_height = max_work_group_size = 4096;
  compute_units = 2;
  return d;
}

TEST(DeviceJson, keeps_each_field) {
  const opencl::DeviceInfo d = full_device();
  EXPECT_EQ(device_from_json(device_to_json(d)), d);
}

TEST(DeviceJson, is_read_as_it_was_written) {
  const Json json = device_to_json(described_device());
  EXPECT_EQ(device_to_json(device_from_json(json)), json);
  const opencl::DeviceInfo read = device_from_json(json);
  EXPECT_EQ(read.name, "a device");
  EXPECT_TRUE(read.denormals32);
  EXPECT_FALSE(read.denormals16);
  EXPECT_EQ(read.global_memory, UINT64_MAX);
  EXPECT_EQ(read.standards, (std::vector<unsigned>{12, 30}));
  EXPECT_EQ(read.extensions, std::vector<std::string>{"cl_khr_fp16"});
  EXPECT_EQ(json["denormals"].dump(), R"({"fp16":false,"fp32":true,"fp64":false})");
}

TEST(DeviceJson, tells_a_device_from_another_by_each_field_but_the_sizes_of_memory) {
  const opencl::DeviceInfo first = described_device();
  EXPECT_EQ(difference(first, first), "");
  const Json json = device_to_json(first);
  for (const auto& [key, value] : json.items()) {
    Json other = json;
    if (value.is_object())
      other[key]["fp16"] = !value.at("fp16").get<bool>();
    else if (value.is_string())
      other[key] = "another";
    else if (value.is_boolean())
      other[key] = !value.get<bool>();
    else if (value.is_number())
      other[key] = 7;
    else
      other[key].clear();
    const bool is_size = key == "global_memory" || key == "max_allocation";
    EXPECT_EQ(difference(first, device_from_json(other)).empty(), is_size) << key;
  }
  opencl::DeviceInfo lesser = first;
  lesser.address_bits = 32;
  EXPECT_EQ(difference(first, lesser), "address_bits is 32, not 64");
}

TEST(DeviceJson, names_a_field_that_is_missing_or_of_another_type) {
  const Json sound = device_to_json(described_device());
  check_device(specs::JsonPlace(sound, "file"));
  for (const auto& [key, value] : sound.items()) {
    Json lacking = sound, other = sound;
    lacking.erase(key);
    EXPECT_THROW(check_device(specs::JsonPlace(lacking, "file")), Error) << key;
    other[key] = nullptr;
    EXPECT_THROW(check_device(specs::JsonPlace(other, "file")), Error) << key;
  }
  Json inner = sound;
  inner["denormals"]["fp32"] = 1;
  EXPECT_THROW(check_device(specs::JsonPlace(inner, "file")), Error);
  inner = sound;
  inner["extensions"] = {1};
  EXPECT_THROW(check_device(specs::JsonPlace(inner, "file")), Error);
}

}  // namespace
}  // namespace assay::conformance::testing
