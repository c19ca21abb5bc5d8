// Routes: fields to launch options and back.
#include "conformance/route.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "ops/error.h"

namespace assay::conformance {
namespace {

std::size_t number(const std::pair<std::string, std::string>& field, std::size_t low,
                   std::size_t high) {
  std::size_t value = 0;
  const std::string& text = field.second;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < low || value > high)
    throw Error(fmt::format("route field {}: \"{}\" is no integer in {} .. {}", field.first, text,
                            low, high));
  return value;
}

constexpr std::size_t kMaxLocal = 65536, kMaxGuard = 65536;
constexpr std::size_t kMaxPlacement = UINT32_MAX;

}  // namespace

Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields) {
  Route route;
  for (const auto& field : fields) {
    if (field.first == "variant") {
      route.variant = field.second;
    } else if (field.first == "local") {
      route.launch.local = number(field, 1, kMaxLocal);
    } else if (field.first == "guard") {
      route.launch.guard_bytes = number(field, 64, kMaxGuard);
      if (route.launch.guard_bytes % 8) throw Error("route field guard: must be a multiple of 8");
    } else if (field.first == "placement") {
      route.launch.placement = static_cast<std::uint32_t>(number(field, 0, kMaxPlacement));
    } else {
      throw Error(
          fmt::format("a route has no field \"{}\" (there are variant, local, guard, "
                      "placement)",
                      field.first));
    }
  }
  return route;
}

std::vector<std::pair<std::string, std::string>> print_route(const Route& route) {
  const opencl::LaunchOptions defaults;
  std::vector<std::pair<std::string, std::string>> fields;
  if (!route.variant.empty()) fields.emplace_back("variant", route.variant);
  if (route.launch.local != defaults.local)
    fields.emplace_back("local", std::to_string(route.launch.local));
  if (route.launch.guard_bytes != defaults.guard_bytes)
    fields.emplace_back("guard", std::to_string(route.launch.guard_bytes));
  if (route.launch.placement != defaults.placement)
    fields.emplace_back("placement", std::to_string(route.launch.placement));
  return fields;
}

std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor) {
  std::vector<ops::DataType> types;
  for (const ops::TensorDesc& t : descriptor.tensors) types.push_back(t.type);
  return types;
}

Route draw_route(const std::vector<const opencl::Variant*>& offered,
                 const opencl::DeviceInfo& device, specs::Chooser& chooser) {
  // Other local sizes than 64 make some drivers compile anew, so they come seldom.
  constexpr std::array<std::size_t, 4> kSeldom{1, 33, 128, 256};
  Route route;
  const opencl::Variant& variant = *offered[chooser.below(offered.size())];
  route.variant = variant.name;
  if (chooser.once_in(8)) {
    const std::size_t local = kSeldom[chooser.below(kSeldom.size())];
    if (!variant.has_fixed_local() && local <= device.max_work_group_size)
      route.launch.local = local;
  }
  route.launch.placement = static_cast<std::uint32_t>(chooser.below(16));
  return route;
}

}  // namespace assay::conformance
