// Drawing and repairing share this walk over the facets. For each facet, every rule narrows the
// sets of its entries, and the decider then chooses inside them.
#include "specs/facet_walk.h"

#include <fmt/format.h>

#include "ops/error.h"
#include "ops/value_key.h"
#include "specs/case_text.h"
#include "specs/described_type.h"
#include "specs/generic_rules.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

[[noreturn]] void spec_fault(const Case& c, const Rule& rule, const std::string& what,
                             std::string_view remedy) {
  throw Error(fmt::format("{}: rule {} {} for {}; {}", c.spec->where(rule), rule.id, what,
                          print_case(c), remedy));
}

constexpr std::string_view kLeaveMore =
    "let it leave more, or let a rule of what it reads leave less";

/// Says which rule left nothing for an entry: the first one without which something is left.
[[noreturn]] void nothing_left(const Case& c, const Facet& facet, std::size_t slot,
                               std::size_t entry, std::int64_t most) {
  ops::Sets sets(entry_count(facet, c, slot), representable(facet, c));
  for (std::size_t r : facet.rules) {
    const Rule& rule = c.spec->rules[r];
    if (!applies(rule, c, slot) || is_joint(rule.generic)) continue;
    const std::string before = sets[entry].text();
    narrow(rule, c, sets, slot);
    if (sets[entry].empty())
      spec_fault(c, rule, fmt::format("leaves nothing of {} for entry {}", before, entry),
                 kLeaveMore);
  }
  spec_fault(c, c.spec->rules[facet.rules.back()],
             facet.distinct ? std::string("leaves too few distinct values")
                            : fmt::format("leaves {} for entry {}, where the limit of {} elements "
                                          "leaves up to {}",
                                          sets[entry].text(), entry, kMaxElements, most),
             kLeaveMore);
}

/// The least product that the entries not yet decided can have.
std::int64_t least_of_rest(const ops::Sets& sets, const Decider::Order& order, std::size_t from) {
  std::int64_t least = 1;
  for (std::size_t k = from; k < order.size(); ++k) {
    const ops::Set& set = sets[order[k]];
    const std::int64_t lowest = set.empty() ? 1 : std::max<std::int64_t>(set.lowest(), 1);
    if (__builtin_mul_overflow(least, lowest, &least)) return ops::Set::kHighest;
  }
  return least;
}

ops::Set representable_values(const ops::Member& m, const Case& c) {
  if (!c.descriptor.is_there(m)) return ops::Set::only(0);
  if (const auto type = value_type(m, c.descriptor)) return ops::keys_of(*type);
  switch (m.kind) {
    case ops::Kind::Int:
    case ops::Kind::Ints:
    case ops::Kind::Bool:
    case ops::Kind::Enum:
      return {INT32_MIN, INT32_MAX};
    case ops::Kind::Type:
      return {1, static_cast<std::int64_t>(ops::all_data_types().size())};
    case ops::Kind::Struct:
      return {m.optional ? 0 : 1, 1};
    default:
      return {0, UINT32_MAX};
  }
}

bool decided_elsewhere(Aspect a) {
  return a == Aspect::Strides || a == Aspect::Bytes || a == Aspect::Alignment;
}

void decide_entries(Case& c, const Facet& facet, std::size_t slot, const ops::Sets& sets,
                    const Decider::Order& order, Decider& decider) {
  std::int64_t elements = 1;
  ops::Set taken;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    ops::Set set = sets[i];
    std::int64_t most = kMaxElements;
    if (facet.aspect == Aspect::Sizes) {
      // A tensor has at most kMaxElements elements. The sizes chosen so far, and the least that
      // those after it can be, limit this one.
      std::int64_t others = 0;
      if (__builtin_mul_overflow(elements, least_of_rest(sets, order, k + 1), &others))
        others = kMaxElements + 1;
      most = kMaxElements / others;
      if (others > 1) set = set.intersect({1, most});
    }
    if (k + 1 == order.size() && facet.least_elements > elements)
      set = set.intersect({(facet.least_elements - 1) / elements + 1, kMaxElements});
    if (facet.distinct) set = set.minus(taken);
    if (set.empty()) nothing_left(c, facet, slot, i, most);
    const std::int64_t value = decider.decide(facet, c, slot, i, set);
    if (facet.aspect == Aspect::Sizes) elements *= value;
    if (facet.distinct) taken.add({value, value});
    set_entry(facet, c, i, value, slot);
  }
}

/// Narrows a facet's entries by its rules, and lets the decider choose among what they leave.
void decide_facet(Case& c, const Facet& facet, std::size_t slot, ops::Sets& sets,
                  Decider& decider) {
  sets.clear();
  sets.resize(entry_count(facet, c, slot), representable(facet, c));
  for (std::size_t r : facet.rules) {
    const Rule& rule = c.spec->rules[r];
    // The data type of an absent tensor is decided, too.
    const bool counts = facet.aspect == Aspect::DataType
                            ? rule.holds_at(c.level) && !(rule.of_others && slot == 0)
                            : applies(rule, c, slot);
    if (counts && !is_joint(rule.generic) && !narrow(rule, c, sets, slot))
      spec_fault(c, rule, "is undefined, or has another number of entries,",
                 "let \"if\" keep out what has no value");
  }
  Decider::Order order;
  for (std::size_t i = 0; i < sets.size(); ++i) order.push_back(i);
  decider.enter(facet, order);
  decide_entries(c, facet, slot, sets, order, decider);
}

}  // namespace

ops::Set representable(const Facet& facet, const Case& c) {
  constexpr std::int64_t kEntries = static_cast<std::int64_t>(ops::kMaxEntries);
  switch (facet.aspect) {
    case Aspect::Level:
      return {0, Level::kCount - 1};
    case Aspect::DataType:
      return {kDescribedTypes.low, kDescribedTypes.high};
    case Aspect::Length:
      if (const ops::Member& m = c.spec->member_of(facet); is_tensor(m.kind))
        return {0, static_cast<std::int64_t>(m.capacity)};
      return {0, kEntries};
    case Aspect::Dimensions:
      return {0, kEntries};
    case Aspect::Value:
      return representable_values(c.spec->member_of(facet), c);
    default:
      return {0, UINT32_MAX};
  }
}

void make_representable(Case& c) {
  // A scalar's data type and a struct are members before it.
  for (const Facet& facet : c.spec->facets) {
    if (facet.aspect != Aspect::Value) continue;
    const ops::Set all = representable(facet, c);
    for (std::size_t i = 0; i < entry_count(facet, c); ++i)
      set_entry(facet, c, i, all.nearest(entry(facet, c, i)));
  }
}

void decide_facets(Case& c, Decider& decider) {
  const Spec& spec = *c.spec;
  ops::Sets sets;
  for (std::size_t index : spec.drawing_order) {
    const Facet& facet = spec.facets[index];
    if (decided_elsewhere(facet.aspect)) continue;
    for (std::size_t slot = 0; slot < facet.slots; ++slot)
      if (facet.aspect == Aspect::DataType || facet.aspect == Aspect::Value ||
          is_there(facet, c, slot))
        decide_facet(c, facet, slot, sets, decider);
  }
  for (ops::TensorDesc& t : c.descriptor.tensors)
    if (t.absent) t.type = ops::TensorDesc().type;
}

}  // namespace assay::specs
