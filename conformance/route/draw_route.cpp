// Drawing a route. Fields that cost nothing but the launch itself are drawn freely, so that
// features meet in every combination. Other features make a driver compile: a local size, the
// address space of the case's descriptor, options, a binary. There are some thousand programs, and
// to compile each of them for every such feature would take all of the time. Therefore each of
// these features is assigned to few combinations of an operator and a data type. It is drawn often
// for these, so that the first rounds meet it, and so rarely for all others that only a long
// campaign meets it there. Nothing here depends on a clock: the same seed gives the same routes.
#include <algorithm>
#include <vector>

#include "conformance/route/route_field.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

using opencl::DeviceInfo;

// How rarely a combination gets a building feature that is not assigned to it: once in so many
// times.
constexpr std::uint64_t kOthersOnceIn = 512;

// A number for an operator with a data type. Neighbouring types have neighbouring numbers.
std::uint64_t combination(const specs::Case& example) {
  const std::size_t first = example.spec->signature.first_tensor();
  return ops::number_of_text(example.spec->name()) +
         static_cast<std::uint64_t>(example.descriptor.tensors[first].type);
}

// A value for which a driver must build. If `value` is not set, it is one of the values that the
// field has on the device.
struct Feature {
  const RouteField* field;
  std::optional<std::uint64_t> value;
};

const std::vector<Feature>& building_features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> features;
    for (const RouteField& field : route_fields()) {
      if (!field.builds()) continue;
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

// Some drivers also build for fields that renew launches. One combination in six draws these fields
// often.
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

// The number of the building feature that is assigned to a combination. Numbers from
// building_features().size() on stand for no feature, except the last one, which stands for the
// values that are drawn rarely.
std::uint64_t own_feature(const specs::Case& example) {
  return combination(example) % (2 * building_features().size());
}

void draw_seldom_program(Route& route, const DeviceInfo& device) {
  for (const RouteField& field : route_fields())
    if (field.builds() && field.drawn_seldom && !field.is_lacking(*field.drawn_seldom, device))
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

// The drivers' races (conformance/known/POCL.md).
void order_launches(Route& route) {
  if (route.launch.queue == opencl::QueueKind::OutOfOrder && route.launch.launches_side_by_side())
    route.launch.queue = opencl::QueueKind::InOrder;
}

void draw_renewed_launch(Route& route, const DeviceInfo& device, specs::Chooser& chooser) {
  std::vector<const RouteField*> fields;
  for (const RouteField& field : route_fields())
    if (field.renews == Renews::Launch) fields.push_back(&field);
  const std::size_t sure = chooser.below(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (i == sure || chooser.below(2)) fields[i]->set(route, one_of(fields[i]->drawn, chooser));
  for (const RouteField* field : fields)
    if (field->is_lacking(field->get(route), device)) field->make_usual(route);
}

}  // namespace

void take_own_values(Route& route, const DeviceInfo& device) {
  for (const RouteField& field : route_fields()) {
    if (!field.builds() || field.is_usual(route)) continue;
    if (field.drawn_seldom && !field.is_lacking(*field.drawn_seldom, device))
      field.set(route, *field.drawn_seldom);
    if (!field.drawn_on) continue;
    if (field.get(route) != std::ranges::max(field.covered)) continue;
    for (const std::uint64_t value : field.drawn_on(device))
      if (std::ranges::find(field.covered, value) == field.covered.end()) field.set(route, value);
  }
}

Route draw_route(const Route& built, bool renews_launch, const opencl::Variant& variant,
                 const DeviceInfo& device, specs::Chooser& chooser, const specs::Case* example) {
  static const auto kInTurn = route_fields_by(&RouteField::turn);
  Route route;
  route.variant = variant.name;
  for (const RouteField* field : kInTurn)
    if (field->renews == Renews::Nothing) draw_field(*field, route, device, example, chooser);
  if (renews_launch) draw_renewed_launch(route, device, chooser);
  for (const RouteField& field : route_fields()) {
    if (!field.builds() || (field.fixed_by && field.fixed_by(variant))) continue;
    if (!field.is_lacking(field.get(built), device)) field.set(route, field.get(built));
  }
  order_launches(route);
  return route;
}

Route draw_route(const std::vector<const opencl::Variant*>& offered, const DeviceInfo& device,
                 specs::Chooser& chooser, const specs::Case* example) {
  static const auto kInTurn = route_fields_by(&RouteField::turn);
  Route route;
  const opencl::Variant& variant = *offered[chooser.below(offered.size())];
  route.variant = variant.name;
  for (const RouteField* field : kInTurn) draw_field(*field, route, device, example, chooser);
  draw_building(route, variant, device, example, chooser);
  order_launches(route);
  return route;
}

}  // namespace assay::conformance
