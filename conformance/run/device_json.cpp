// A device as JSON: in `run.json`, in `assay devices --json`, and from a worker to its parent.
#include "conformance/run/device_json.h"

namespace assay::conformance {

using specs::Json;

Json device_to_json(const opencl::DeviceInfo& d) {
  return {
      {"platform", d.platform},
      {"platform_version", d.platform_version},
      {"name", d.name},
      {"vendor", d.vendor},
      {"driver_version", d.driver_version},
      {"version", d.version},
      {"opencl_c_version", d.c_version},
      {"fp16", d.fp16},
      {"fp64", d.fp64},
      {"denormals", {{"fp16", d.denormals16}, {"fp32", d.denormals32}, {"fp64", d.denormals64}}},
      {"compute_units", d.compute_units},
      {"max_work_group_size", d.max_work_group_size},
      {"global_memory", d.global_memory},
      {"max_allocation", d.max_allocation},
      {"local_memory", d.local_memory},
      {"max_constant", d.max_constant},
      {"address_alignment", d.address_alignment},
      {"out_of_order", d.out_of_order},
      {"coarse_svm", d.coarse_svm},
      {"spirv", d.spirv},
      {"address_bits", d.address_bits},
      {"standards", d.standards},
      {"extensions", d.extensions}};
}

opencl::DeviceInfo device_from_json(const Json& json) {
  opencl::DeviceInfo d;
  d.platform = json.at("platform");
  d.platform_version = json.at("platform_version");
  d.name = json.at("name");
  d.vendor = json.at("vendor");
  d.driver_version = json.at("driver_version");
  d.version = json.at("version");
  d.c_version = json.at("opencl_c_version");
  d.fp16 = json.at("fp16");
  d.fp64 = json.at("fp64");
  d.denormals16 = json.at("denormals").at("fp16");
  d.denormals32 = json.at("denormals").at("fp32");
  d.denormals64 = json.at("denormals").at("fp64");
  d.compute_units = json.at("compute_units");
  d.max_work_group_size = json.at("max_work_group_size");
  d.global_memory = json.at("global_memory");
  d.max_allocation = json.at("max_allocation");
  d.local_memory = json.at("local_memory");
  d.max_constant = json.at("max_constant");
  d.address_alignment = json.at("address_alignment");
  d.out_of_order = json.at("out_of_order");
  d.coarse_svm = json.at("coarse_svm");
  d.spirv = json.at("spirv");
  d.address_bits = json.at("address_bits");
  d.standards = json.at("standards").get<std::vector<unsigned>>();
  d.extensions = json.at("extensions").get<std::vector<std::string>>();
  return d;
}

}  // namespace assay::conformance
