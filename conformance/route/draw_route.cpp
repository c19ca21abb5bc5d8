// Drawing a route. What costs nothing but the launch itself is drawn freely, so that features meet
// in every combination. What makes a driver compile (a local size, where the case's descriptor
// lies, options, a binary) would soon take all of the time, for there are some thousand programs:
// each such feature is drawn often for the few combinations of an operator and a data type that
// are its own, so that the first rounds meet them all, and for the rest so seldom that only a long
// campaign comes to them. Nothing here asks a clock: the same seed gives the same routes.
#include <vector>

#include "conformance/route/route_field.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

using opencl::DeviceInfo;

// How often a feature that builds is drawn for what is not its own.
constexpr std::uint64_t kOthersOnceIn = 512;

// A number for an operator with a data type: neighbouring types have neighbouring ones.
std::uint64_t combination(const specs::Case& example) {
  return ops::number_of_text(example.spec->name()) +
         static_cast<std::uint64_t>(example.descriptor.tensors[0].type);
}

// A value that makes a driver build. Without `value` it is one of the field's values on the device.
struct Feature {
  const RouteField* field;
  std::optional<std::uint64_t> value;
};

const std::vector<Feature>& building_features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> features;
    for (const RouteField& field : route_fields()) {
      if (field.renews != Renews::Program) continue;
      for (const std::uint64_t value : field.drawn) features.push_back({&field, value});
      if (field.drawn_on) features.push_back({&field, std::nullopt});
    }
    return features;
  }();
  return all;
}

std::uint64_t one_of(std::span<const std::uint64_t> values, specs::Chooser& chooser) {
  return values[chooser.below(values.size())];
}

// Some drivers build for fields that renew launches, too: one combination in six draws them often.
const Odds& odds_of(const RouteField& field, const specs::Case* example) {
  const bool own = field.own_odds && example && combination(*example) % 6 == 0;
  return own ? *field.own_odds : *field.odds;
}

void draw_field(const RouteField& field, Route& route, const DeviceInfo& device,
                const specs::Case* example, specs::Chooser& chooser) {
  if (field.possible_for && !(example && field.possible_for(*example->spec))) return;
  if (odds_of(field, example).come(chooser)) field.set(route, one_of(field.drawn, chooser));
  if (field.is_lacking(field.get(route), device)) field.make_usual(route);
  if (field.drawn_seldom && field.seldom_odds->come(chooser) &&
      !field.is_lacking(*field.drawn_seldom, device))
    field.set(route, *field.drawn_seldom);
}

// The number of the building feature that a combination has as its own; half of them have none. The
// last number stands for what is drawn seldom.
std::uint64_t own_feature(const specs::Case& example) {
  return combination(example) % (2 * building_features().size());
}

void draw_seldom_program(Route& route, const DeviceInfo& device) {
  for (const RouteField& field : route_fields())
    if (field.renews == Renews::Program && field.drawn_seldom &&
        !field.is_lacking(*field.drawn_seldom, device))
      field.set(route, *field.drawn_seldom);
}

void draw_building(Route& route, const opencl::Variant& variant, const DeviceInfo& device,
                   const specs::Case* example, specs::Chooser& chooser) {
  const auto& features = building_features();
  const bool other = chooser.once_in(kOthersOnceIn);
  if (!other && (!example || chooser.below(2))) return;
  const std::uint64_t number = other ? chooser.below(features.size()) : own_feature(*example);
  if (number == 2 * features.size() - 1) return draw_seldom_program(route, device);
  if (number >= features.size()) return;
  const auto& [field, value] = features[number];
  if (field->fixed_by && field->fixed_by(variant)) return;
  const std::uint64_t drawn = value ? *value : one_of(field->drawn_on(device), chooser);
  if (!field->is_lacking(drawn, device)) field->set(route, drawn);
}

}  // namespace

Route draw_route(const std::vector<const opencl::Variant*>& offered, const DeviceInfo& device,
                 specs::Chooser& chooser, const specs::Case* example) {
  static const auto kInTurn = route_fields_by(&RouteField::turn);
  Route route;
  const opencl::Variant& variant = *offered[chooser.below(offered.size())];
  route.variant = variant.name;
  for (const RouteField* field : kInTurn) draw_field(*field, route, device, example, chooser);
  draw_building(route, variant, device, example, chooser);
  if (route.launch.queue == opencl::QueueKind::OutOfOrder && route.launch.launches_side_by_side())
    route.launch.queue = opencl::QueueKind::InOrder;
  return route;
}

}  // namespace assay::conformance
