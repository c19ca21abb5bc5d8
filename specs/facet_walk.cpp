// Drawing and repairing share this walk over the facets. For each facet, every rule narrows the
// sets of its entries, and the decider then chooses inside them.
#include "specs/facet_walk.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "specs/case_text.h"
#include "specs/generic_rules.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

[[noreturn]] void spec_fault(const Case& c, const Facet& facet, const char* what) {
  const Rule& rule = c.spec->rules[facet.rules.back()];
  throw Error(fmt::format("{}: rule {} {} for {}", c.spec->path, rule.id, what, print_case(c)));
}

bool decided_elsewhere(Aspect a) {
  return a == Aspect::Strides || a == Aspect::Bytes || a == Aspect::Alignment;
}

}  // namespace

ops::Set representable(const Spec& spec, const Facet& facet) {
  constexpr std::int64_t kEntries = static_cast<std::int64_t>(ops::kMaxEntries);
  switch (facet.aspect) {
    case Aspect::Level:
      return {0, Level::kCount - 1};
    case Aspect::DataType:
      return {1, static_cast<std::int64_t>(ops::all_data_types().size())};
    case Aspect::Dimensions:
    case Aspect::Length:
      return {0, kEntries};
    case Aspect::Value:
      switch (spec.member_of(facet).kind) {
        case ops::Kind::Int:
        case ops::Kind::Ints:
        case ops::Kind::Bool:
        case ops::Kind::Enum:
          return {INT32_MIN, INT32_MAX};
        default:
          return {0, UINT32_MAX};
      }
    default:
      return {0, UINT32_MAX};
  }
}

void decide_facets(Case& c, Decider& decider) {
  const Spec& spec = *c.spec;
  ops::Shape shape;
  for (std::size_t index : spec.drawing_order) {
    const Facet& facet = spec.facets[index];
    if (decided_elsewhere(facet.aspect)) continue;
    shape.clear();
    shape.resize(entry_count(facet, c), representable(spec, facet));
    for (std::size_t r : facet.rules)
      if (spec.rules[r].holds_at(c.level) && !narrow(spec.rules[r], c, shape))
        spec_fault(c, facet, "is undefined");
    Decider::Order order;
    for (std::size_t i = 0; i < shape.size(); ++i) order.push_back(i);
    decider.enter(facet, order);
    std::int64_t elements = 1;
    for (std::size_t i : order) {
      ops::Set& set = shape[i];
      // The sizes chosen so far limit the others, because a tensor has at most kMaxElements
      // elements.
      if (elements > 1) set = set.intersect({1, kMaxElements / elements});
      if (set.empty()) spec_fault(c, facet, "leaves nothing");
      const std::int64_t value = decider.decide(facet, c, i, set);
      if (facet.aspect == Aspect::Sizes) elements *= value;
      set_entry(facet, c, i, value);
    }
  }
}

}  // namespace assay::specs
