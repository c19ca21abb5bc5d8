// Properties as texts that are numbered when they are first met. Two operators share a property
// where its text is the same.
#include "conformance/findings/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "specs/rules.h"

namespace assay::conformance {
namespace {

// What a driver's code depends on comes first, and what merely comes along with it last.
constexpr unsigned kOperatorCost = 2, kEdgeCost = 9, kBoundCost = 7, kNotCost = 1, kStepCost = 2,
                   kShapeCost = 4, kOneClassCost = 2, kUsualCost = 4, kFurtherValueCost = 2;
/// By what kernels divide numbers of elements: the width of vectors, and numbers of work items.
constexpr std::array kDivisors{4, 16, 64};

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

std::optional<Properties::Id> Properties::find(const std::string& text) const {
  const auto found = ids_.find(text);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Properties::Id> Properties::bounds_of(Id id) const {
  const auto found = quantity_of_.find(id);
  return found == quantity_of_.end() ? std::span<const Id>() : bounds_[found->second];
}

bool Properties::holds(Id id, const std::vector<Id>& ids) const {
  const auto has = [&](Id one) { return std::binary_search(ids.begin(), ids.end(), one); };
  const std::vector<Id>& any_of = all_[id].any_of;
  return any_of.empty() ? has(id) : std::any_of(any_of.begin(), any_of.end(), has);
}

Properties::Table& Properties::table_of(const Knobs& knobs) {
  Table& table = tables_[&knobs];
  if (table.knobs.empty()) {
    for (const Knob& knob : knobs.all()) table.knobs.emplace_back(knob.values.size());
    table.edges.resize(knobs.spec().rules.size());
    for (Quantity& q : quantities_of(knobs.spec())) table.counted.push_back(counted(std::move(q)));
    table.facts.emplace(knobs.spec());
    for (const CaseFact& fact : table.facts->all())
      table.of_facts.push_back(
          {id_of({fact.otherwise, fact.cost + kNotCost}), id_of({fact.text, fact.cost})});
  }
  return table;
}

Properties::Counted Properties::counted(Quantity quantity) {
  Counted counted{std::move(quantity), {}, {}};
  const Quantity& q = counted.quantity;
  for (std::size_t k = 0; k < kLeastOfClass.size(); ++k)
    counted.classes.push_back(id_of({q.name + class_text(k), q.cost + kOneClassCost}));
  const std::vector<Id>& classes = counted.classes;
  if (quantity_of_.try_emplace(classes[0], bounds_.size()).second) {
    std::vector<Id> bounds;
    for (std::size_t k = 1; k < classes.size(); ++k) {
      const auto at = classes.begin() + static_cast<std::ptrdiff_t>(k);
      // The last class has no upper end, so its text is that of a bound.
      if (k + 1 < classes.size())
        bounds.push_back(id_of({.text = fmt::format("{}>={}", q.name, kLeastOfClass[k]),
                                .cost = q.cost,
                                .any_of = std::vector<Id>(at, classes.end())}));
      bounds.push_back(id_of({.text = fmt::format("{}<{}", q.name, kLeastOfClass[k]),
                              .cost = q.cost,
                              .any_of = std::vector<Id>(classes.begin(), at)}));
    }
    for (const Id id : classes) quantity_of_[id] = bounds_.size();
    bounds_.push_back(std::move(bounds));
  }
  for (const int by : kDivisors)
    if (q.is_divided)
      counted.multiples.push_back(
          {id_of({fmt::format("{} no multiple of {}", q.name, by), q.cost + kNotCost}),
           id_of({fmt::format("{} a multiple of {}", q.name, by), q.cost + kNotCost})});
  return counted;
}

void Properties::add_counts_and_facts(Table& table, const specs::Case& c, const Route& route,
                                      std::vector<Id>& ids) const {
  for (const Counted& counted : table.counted) {
    const auto number = counted.quantity.of(c, route);
    const auto in = number ? class_of(*number) : std::nullopt;
    if (!in) continue;
    ids.push_back(counted.classes[*in]);
    for (std::size_t d = 0; d < counted.multiples.size(); ++d)
      ids.push_back(counted.multiples[d][*number % kDivisors[d] == 0]);
  }
  const auto& answers = table.facts->of(c);
  for (std::size_t f = 0; f < answers.size(); ++f)
    if (answers[f] != CaseFacts::Answer::Unknown)
      ids.push_back(table.of_facts[f][answers[f] == CaseFacts::Answer::Yes]);
}

const std::vector<Properties::Id>& Properties::ids_of(const Knobs& knobs, std::size_t k,
                                                      std::size_t value) {
  std::vector<Id>& ids = table_of(knobs).knobs[k][value];
  if (!ids.empty()) return ids;
  const Knob& knob = knobs.all()[k];
  ids.push_back(is_value(knob, knob.values[value]));
  // With two values, not to have the first one is to have the second one.
  if (value > 0 && knob.values.size() > 2 && knob.of == Knob::Of::Field)
    ids.push_back(is_not_first(knob));
  for (std::size_t v = 1; is_ordered(knob.of) && v < knob.values.size(); ++v)
    ids.push_back(id_of(
        {fmt::format("{}{}{}", knob.name, v <= value ? ">=" : "<", knob.values[v]), kBoundCost}));
  return ids;
}

Properties::Id Properties::is_not_first(const Knob& knob) {
  return id_of(
      {fmt::format("{} is not {}", knob.name, knob.values[0]), cost_of(knob.of) + kNotCost});
}

Properties::Id Properties::is_value(const Knob& knob, std::string_view value) {
  // What every simple route has is seldom a cause.
  const bool is_usual = knob.field && value == knob.values[knob.field->covered_index(Route())];
  return id_of({fmt::format("{}={}", knob.name, value),
                cost_of(knob.of) + (is_usual ? kUsualCost : 0), knob.name, std::string(value),
                knob.of});
}

void Properties::add_uncounted(const Knob& knob, const Route& route, std::vector<Id>& ids) {
  const std::uint64_t value = knob.field->get(route);
  if (value < knob.field->words.size()) ids.push_back(is_value(knob, knob.field->words[value]));
  if (knob.values.size() > 2) ids.push_back(is_not_first(knob));
}

Properties::Id Properties::edge_of(const Knobs& knobs, std::size_t rule, bool high) {
  std::optional<Id>& id = table_of(knobs).edges[rule][high];
  if (!id)
    id =
        id_of({fmt::format("{} at its {} edge", knobs.spec().rules[rule].id, high ? "high" : "low"),
               kEdgeCost});
  return *id;
}

std::vector<Properties::Id> Properties::of(const Knobs& knobs, const specs::Case& c,
                                           const Route& route) {
  const std::string name(c.spec->name());
  std::vector<Id> ids{id_of({fmt::format("operator={}", name), kOperatorCost, "operator", name})};
  if (!route.variant.empty())
    ids.push_back(id_of({fmt::format("variant={}", route.variant), cost_of(Knob::Of::Variant),
                         "variant", route.variant, Knob::Of::Variant}));
  knobs.read(c, route, values_);
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const Knob& knob = knobs.all()[k];
    if (knob.of == Knob::Of::Variant) continue;
    if (values_[k] >= knob.values.size()) {
      if (knob.field) add_uncounted(knob, route, ids);
      continue;
    }
    const std::vector<Id>& more = ids_of(knobs, k, values_[k]);
    ids.insert(ids.end(), more.begin(), more.end());
  }
  if (route.launch.shape != 0) ids.push_back(shape_is(route.launch.shape));
  for (const opencl::Step& step : opencl::chain_of(route.launch.shape))
    ids.push_back(shape_with(step));
  // A backend may fail at a case that is not valid, and such a case stands at no edge.
  if (specs::is_valid(c))
    specs::observe(c, seen_);
  else
    seen_.assign(c.spec->rules.size(), 0);
  for (std::size_t r = 0; r < c.spec->rules.size(); ++r)
    for (const bool high : {false, true})
      if (seen_[r] & (high ? specs::kAtHighEdge : specs::kAtLowEdge))
        ids.push_back(edge_of(knobs, r, high));
  add_counts_and_facts(table_of(knobs), c, route, ids);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

Properties::Id Properties::either(std::vector<Id> ids) {
  if (ids.size() == 1) return ids[0];
  // A further value costs less than a finding of its own.
  const auto cost = [&](Id id) { return all_[id].cost; };
  const unsigned least = cost(*std::ranges::min_element(ids, {}, cost));
  // The text must not depend on which value was met first: a finding's key follows from it.
  std::ranges::sort(ids, {}, [&](Id id) { return all_[id].value; });
  const Property& first = all_[ids[0]];
  Property either{.text = first.text,
                  .cost = least + kFurtherValueCost * static_cast<unsigned>(ids.size() - 1),
                  .knob = first.knob,
                  .of = first.of,
                  .any_of = ids};
  for (std::size_t i = 1; i < ids.size(); ++i) either.text += " or " + all_[ids[i]].value;
  return id_of(std::move(either));
}

std::vector<std::string> Properties::alternatives_of(const std::string& text) {
  constexpr std::string_view kOr = " or ";
  const std::size_t equals = text.find('=');
  std::vector<std::string> all;
  if (equals == text.npos) return {text};
  for (std::size_t at = equals + 1; at <= text.size();) {
    const std::size_t end = std::min(text.find(kOr, at), text.size());
    all.push_back(text.substr(0, equals + 1) + text.substr(at, end - at));
    at = end + kOr.size();
  }
  return all;
}

Properties Properties::possible(const Knobs& knobs) {
  Properties all;
  for (std::size_t k = 0; k < knobs.all().size(); ++k) {
    const Knob& knob = knobs.all()[k];
    for (std::size_t v = 0; v < knob.values.size(); ++v) all.ids_of(knobs, k, v);
    if (!knob.field || knob.field->others_alike) continue;
    for (const std::string_view word : knob.field->words) all.is_value(knob, word);
  }
  for (std::size_t r = 0; r < knobs.spec().rules.size(); ++r)
    for (const bool high : {false, true}) all.edge_of(knobs, r, high);
  for (std::size_t r = 0; r < opencl::rewritings().size(); ++r)
    all.id_of({fmt::format("shape with {}", opencl::rewritings()[r].name)});
  return all;
}

bool Properties::is_possible(const std::string& text) const {
  const auto is_known = [&](const std::string& one) {
    return ids_.contains(one) || (one.starts_with("variant=") && one.size() > 8) ||
           (one.starts_with("shape=") && one.size() > 6);
  };
  return std::ranges::all_of(alternatives_of(text), is_known);
}

Properties::Id Properties::shape_is(std::uint64_t shape) {
  return id_of({fmt::format("shape={}", opencl::shape_text(shape)), kShapeCost});
}

Properties::Id Properties::shape_with(const opencl::Step& step) {
  return id_of(
      {fmt::format("shape with {}", opencl::rewritings()[step.rewriting].name), kStepCost});
}

}  // namespace assay::conformance
