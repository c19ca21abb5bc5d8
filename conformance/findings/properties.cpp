// Properties as texts that are numbered when they are first met. Two operators share a property
// where its text is the same.
#include "conformance/findings/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "specs/rules.h"

namespace assay::conformance {
namespace {

// What a driver's code depends on comes first, and what merely comes along with it last.
constexpr unsigned kOperatorCost = 2, kEdgeCost = 9, kBoundCost = 7, kNotCost = 1, kStepCost = 2,
                   kShapeCost = 4;

unsigned cost_of(Knob::Of of) {
  switch (of) {
    case Knob::Of::Variant:
      return 2;
    case Knob::Of::Field:
      return 2;
    case Knob::Of::Member:
      return 3;
    case Knob::Of::Type:
      return 3;
    case Knob::Of::Fill:
    case Knob::Of::Indices:
      return 3;
    case Knob::Of::Layout:
      return 4;
    case Knob::Of::Dimensions:
    case Knob::Of::Elements:
      return 6;
    case Knob::Of::Bytes:
    case Knob::Of::Alignment:
    case Knob::Of::Level:
      return 8;
  }
  return 8;
}

bool is_ordered(Knob::Of of) { return of == Knob::Of::Dimensions || of == Knob::Of::Elements; }

}  // namespace

Properties::Id Properties::id_of(Property property) {
  const auto [found, is_new] = ids_.try_emplace(property.text, static_cast<Id>(all_.size()));
  if (is_new) all_.push_back(std::move(property));
  return found->second;
}

bool Properties::holds(Id id, const std::vector<Id>& ids) const {
  const auto has = [&](Id one) { return std::binary_search(ids.begin(), ids.end(), one); };
  const std::vector<Id>& any_of = all_[id].any_of;
  return any_of.empty() ? has(id) : std::any_of(any_of.begin(), any_of.end(), has);
}

void Properties::add_knob(const Knob& knob, std::size_t value, std::vector<Id>& ids) {
  if (value >= knob.values.size()) return;
  const unsigned cost = cost_of(knob.of);
  ids.push_back(id_of(
      {fmt::format("{}={}", knob.name, knob.values[value]), cost, knob.name, knob.values[value]}));
  // With two values, not to have the first one is to have the second one.
  if (value > 0 && knob.values.size() > 2 && knob.of == Knob::Of::Field)
    ids.push_back(id_of({fmt::format("{} is not {}", knob.name, knob.values[0]), cost + kNotCost}));
  if (!is_ordered(knob.of)) return;
  for (std::size_t v = 1; v < knob.values.size(); ++v)
    ids.push_back(id_of(
        {fmt::format("{}{}{}", knob.name, v <= value ? ">=" : "<", knob.values[v]), kBoundCost}));
}

std::vector<Properties::Id> Properties::of(const Knobs& knobs, const specs::Case& c,
                                           const Route& route) {
  std::vector<Id> ids{id_of({fmt::format("operator={}", c.spec->name()), kOperatorCost})};
  knobs.read(c, route, values_);
  for (std::size_t k = 0; k < values_.size(); ++k) add_knob(knobs.all()[k], values_[k], ids);
  if (route.launch.shape != 0) ids.push_back(shape_is(route.launch.shape));
  for (const opencl::Step& step : opencl::chain_of(route.launch.shape))
    ids.push_back(shape_with(step));
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < c.spec->rules.size(); ++r)
    for (const auto& [edge, words] :
         {std::pair{specs::kAtLowEdge, "low"}, std::pair{specs::kAtHighEdge, "high"}})
      if (seen_[r] & edge)
        ids.push_back(
            id_of({fmt::format("{} at its {} edge", c.spec->rules[r].id, words), kEdgeCost}));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

Properties::Id Properties::shape_is(std::uint64_t shape) {
  return id_of({fmt::format("shape={}", opencl::shape_text(shape)), kShapeCost});
}

Properties::Id Properties::shape_with(const opencl::Step& step) {
  return id_of(
      {fmt::format("shape with {}", opencl::rewritings()[step.rewriting].name), kStepCost});
}

}  // namespace assay::conformance
