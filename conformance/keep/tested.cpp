// Contents are compared by their hashes.
#include "conformance/keep/tested.h"

#include <fmt/format.h>

#include "conformance/run/device_json.h"
#include "ops/hash.h"
#include "specs/json.h"

namespace assay::conformance {
namespace {

using specs::Json;

std::string as_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace

std::string Tested::difference(const Tested& other) const {
  if (const std::string field = differing_field(device, other.device); !field.empty())
    return fmt::format("the device's {} ({}, not {})", field, other.device[field].dump(),
                       device[field].dump());
  if (specs != other.specs) return "the specs";
  if (kernels != other.kernels) return "the kernels";
  if (backend != other.backend) return "the backend's library";
  return {};
}

Json Tested::to_json() const {
  return {{"device", device}, {"specs", specs}, {"kernels", kernels}, {"backend", backend}};
}

Tested Tested::from_json(const Json& json) {
  return {json.at("device"), json.at("specs"), json.at("kernels"), json.at("backend")};
}

Tested tested_by(const CampaignOptions& options, KernelLibrary& library,
                 const std::optional<std::filesystem::path>& backend,
                 const opencl::DeviceInfo& device) {
  Tested tested;
  tested.device = lasting_to_json(device);
  // The nodes of a farm may have more or fewer of the same cores.
  tested.device.erase("compute_units");
  std::uint64_t specs = ops::kFnvBasis, kernels = 0;
  for (const specs::Spec* spec : options.operators) {
    specs = ops::fnv1a(spec->text, specs);
    kernels = ops::hash_with(kernels, library.of(*spec).fingerprint);
  }
  tested.specs = as_text(specs);
  tested.kernels = as_text(kernels);
  if (backend) tested.backend = as_text(ops::fnv1a(specs::read_file(*backend)));
  return tested;
}

}  // namespace assay::conformance
