// Conversion of the fields of a case line to a route and back, with the table of fields.
#include "conformance/route/route.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/route/route_field.h"
#include "ops/error.h"
#include "ops/hash.h"
#include "ops/nearest_name.h"

namespace assay::conformance {
namespace {

bool renews_launch(const Route& route) {
  for (const RouteField& field : route_fields())
    if (field.renews == Renews::Launch && !field.is_usual(route)) return true;
  return false;
}

}  // namespace

Route parse_route(const std::vector<std::pair<std::string, std::string>>& fields) {
  Route route;
  for (const auto& [name, text] : fields) {
    if (name == "variant") {
      route.variant = text;
      continue;
    }
    const auto all = route_fields();
    const auto field =
        std::find_if(all.begin(), all.end(), [&](const RouteField& f) { return f.name == name; });
    if (field == all.end()) {
      std::vector<std::string> names{"variant"};
      for (const RouteField& f : all) names.emplace_back(f.name);
      throw Error(
          fmt::format("a route has no field \"{}\"{}", name, ops::known_words(name, names)));
    }
    field->set(route, field->value_of(text));
  }
  return route;
}

std::vector<std::pair<std::string, std::string>> print_route(const Route& route) {
  std::vector<std::pair<std::string, std::string>> fields;
  if (!route.variant.empty()) fields.emplace_back("variant", route.variant);
  for (const RouteField& field : route_fields())
    if (!field.is_usual(route)) fields.emplace_back(field.name, field.text_of(field.get(route)));
  return fields;
}

std::size_t count_fields(const Route& route) {
  std::size_t count = !route.variant.empty();
  for (const RouteField& field : route_fields()) count += !field.is_usual(route);
  return count;
}

std::vector<Route> simpler_routes(const Route& route) {
  std::vector<Route> simpler;
  for (const RouteField& field : route_fields())
    if (!field.is_usual(route)) field.make_usual(simpler.emplace_back(route));
  return simpler;
}

std::vector<Route> routes_with_simpler_values(const Route& route) {
  std::vector<Route> simpler;
  for (const RouteField& field : route_fields())
    if (field.simpler && !field.is_usual(route))
      for (const std::uint64_t value : field.simpler(field.get(route)))
        field.set(simpler.emplace_back(route), value);
  return simpler;
}

std::string build_text(const Route& route) {
  std::string text = route.variant;
  for (const RouteField& field : route_fields())
    if (field.builds()) text += fmt::format("/{}", field.text_of(field.get(route)));
  return text;
}

std::string options_text(const Route& route) {
  std::string text;
  for (const RouteField& field : route_fields())
    if (field.renews == Renews::Program)
      text += fmt::format("/{}", field.text_of(field.get(route)));
  return text;
}

std::string program_text(const specs::Case& c, const Route& route) {
  std::string text = fmt::format("{}/{}", c.spec->name(), build_text(route));
  // A program follows from the types of tensors that are always there.
  for (const ops::Member& m : c.spec->signature.members)
    if (is_tensor(m.kind) && !m.optional) text += name_of(c.descriptor.tensors[m.place].type);
  return text;
}

std::string launch_text(const specs::Case& c, const Route& route) {
  return program_text(c, route) + (renews_launch(route) ? " offset" : " plain");
}

void share_launch(Route& route, const Route& with) {
  const bool launches_alike = renews_launch(route) == renews_launch(with);
  route.variant = with.variant;
  for (const RouteField& field : route_fields())
    if (field.builds() || (field.renews == Renews::Launch && !launches_alike))
      field.set(route, field.get(with));
}

std::optional<std::string> missing_feature(const Route& route, const opencl::DeviceInfo& device) {
  static const auto kAsked = route_fields_by(&RouteField::asked);
  for (const RouteField* field : kAsked)
    if (auto lacking = field->lacking(field->get(route), device)) return lacking;
  return std::nullopt;
}

namespace {

/// A seed that follows from a route's fields, so that a line repeats with the same poison, and the
/// same case on another route has other poison. Bytes that a driver should have brought to the
/// device and did not are then not the ones that an earlier batch left there.
std::uint64_t poison_seed(const Route& route) {
  std::uint64_t seed = ops::fnv1a(route.variant);
  for (const RouteField& field : route_fields())
    if (!field.is_usual(route))
      seed = ops::hash_with(ops::hash_with(seed, ops::fnv1a(field.name)), field.get(route));
  return seed;
}

}  // namespace

opencl::LaunchOptions launch_options(const Route& route, const specs::Spec& spec) {
  opencl::LaunchOptions options = route.launch;
  options.poison_seed = poison_seed(route);
  options.new_kernels = route.repeat > 1;
  for (std::size_t place = 0; route.in_place && place < spec.alias.size(); ++place)
    if (spec.alias[place] != place) options.in_place = {spec.alias[place], place};
  return options;
}

bool in_place_allowed(const specs::Spec& spec) {
  for (std::size_t place = 0; place < spec.alias.size(); ++place)
    if (spec.alias[place] != place) return true;
  return false;
}

bool in_place_possible(const specs::Case& c) {
  const auto& tensors = c.descriptor.tensors;
  for (std::size_t place = 0; place < c.spec->alias.size(); ++place) {
    const std::size_t with = c.spec->alias[place];
    if (with != place && !tensors[with].absent && tensors[place].sizes == tensors[with].sizes &&
        tensors[place].type == tensors[with].type &&
        effective_strides(tensors[place]) == effective_strides(tensors[with]))
      return true;
  }
  return false;
}

std::vector<ops::DataType> types_of(const ops::Descriptor& descriptor) {
  std::vector<ops::DataType> types;
  for (const ops::TensorDesc& t : descriptor.tensors) types.push_back(t.type);
  return types;
}

}  // namespace assay::conformance
