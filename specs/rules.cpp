// These are the set operations for one rule, one facet and one case. Drawing, validating, violating
// and repairing are made of them.
#include "specs/rules.h"

#include "specs/generic_rules.h"

namespace assay::specs {
namespace {

bool is_list(const Facet& f, const Spec& spec) {
  return f.aspect == Aspect::Sizes ||
         (f.aspect == Aspect::Value && is_array(spec.member_of(f).kind));
}

const ops::List& list_of(const Facet& f, const Case& c, std::size_t slot) {
  const std::size_t place = c.spec->member_of(f).place + slot;
  return f.aspect == Aspect::Sizes ? c.descriptor.tensors[place].sizes : c.descriptor.values[place];
}

/// Calls visit(rule, slot) in drawing order for every rule that holds at the case's level and is
/// not moot. If visit returns true, the facet is broken and its other rules are skipped.
template <class Visit>
void visit_rules(const Case& c, Visit visit) {
  const Spec& spec = *c.spec;
  ops::InlineList<bool, 128> broken(spec.facets.size(), false);
  for (std::size_t f : spec.drawing_order) {
    const Facet& facet = spec.facets[f];
    for (std::size_t slot = 0; slot < facet.slots && !broken[f]; ++slot) {
      if (!is_there(facet, c, slot)) continue;
      for (std::size_t r : facet.rules) {
        const Rule& rule = spec.rules[r];
        bool moot = (rule.of_others && slot == 0) || !rule.holds_at(c.level);
        for (std::size_t need : rule.needs) moot |= broken[need];
        if (moot) continue;
        if (visit(r, slot)) {
          broken[f] = true;
          break;
        }
      }
    }
  }
}

}  // namespace

bool is_there(const Facet& facet, const Case& c, std::size_t slot) {
  if (facet.member == Facet::kNoMember) return true;
  const ops::Member& m = c.spec->member_of(facet);
  if (is_tensor(m.kind))
    return facet.aspect == Aspect::Length || !c.descriptor.tensors[m.place + slot].absent;
  return c.descriptor.is_there(m);
}

bool applies(const Rule& rule, const Case& c, std::size_t slot) {
  return rule.holds_at(c.level) && is_there(c.spec->facets[rule.facet], c, slot) &&
         !(rule.of_others && slot == 0);
}

bool has_edges(const Rule& rule) {
  switch (rule.generic) {
    case Generic::StridesLength:
    case Generic::StridesOverlap:
    case Generic::MinimumBytes:
    case Generic::AlignmentPower:
    case Generic::AlignmentElement:
    case Generic::Distinct:
    case Generic::LeastElements:
      return false;
    default:
      return true;
  }
}

std::size_t entry_count(const Facet& facet, const Case& c, std::size_t slot) {
  return is_list(facet, *c.spec) ? list_of(facet, c, slot).size() : 1;
}

std::int64_t entry(const Facet& facet, const Case& c, std::size_t i, std::size_t slot) {
  if (facet.aspect == Aspect::Level) return c.level.index;
  const ops::Member& m = c.spec->member_of(facet);
  const std::size_t place = m.place + slot;
  const auto tensor = [&]() -> const ops::TensorDesc& { return c.descriptor.tensors[place]; };
  switch (facet.aspect) {
    case Aspect::DataType:
      return static_cast<std::int64_t>(tensor().type);
    case Aspect::Dimensions:
      return static_cast<std::int64_t>(tensor().sizes.size());
    case Aspect::Sizes:
      return tensor().sizes[i];
    case Aspect::Length:
      return static_cast<std::int64_t>(is_tensor(m.kind) ? c.descriptor.tensors_of(m)
                                                         : c.descriptor.values[place].size());
    default:
      return c.descriptor.values[place][i];
  }
}

void set_entry(const Facet& facet, Case& c, std::size_t i, std::int64_t value, std::size_t slot) {
  if (facet.aspect == Aspect::Level) {
    c.level.index = value;
    return;
  }
  const ops::Member& m = c.spec->member_of(facet);
  const std::size_t place = m.place + slot;
  const std::size_t count = static_cast<std::size_t>(value);
  switch (facet.aspect) {
    case Aspect::DataType:
      c.descriptor.tensors[place].type = static_cast<ops::DataType>(value);
      return;
    case Aspect::Dimensions:
      c.descriptor.tensors[place].sizes.resize(count, 1);
      return;
    case Aspect::Sizes:
      c.descriptor.tensors[place].sizes[i] = value;
      return;
    case Aspect::Length:
      if (is_tensor(m.kind))
        c.descriptor.set_tensors_of(m, count);
      else
        c.descriptor.values[place].resize(count, 1);
      return;
    default:
      c.descriptor.values[place][i] = value;
      return;
  }
}

bool narrow(const Rule& rule, const Case& c, ops::Sets& sets, std::size_t slot) {
  const Spec& spec = *c.spec;
  if (rule.generic != Generic::None) {
    generic_narrow(spec, rule, c, sets, slot);
    return true;
  }
  const Facet& facet = spec.facets[rule.facet];
  if (!is_list(facet, spec)) {
    ops::Set set;
    if (!rule.in.set(c.descriptor, set)) return false;
    sets[0] = sets[0].intersect(set);
    return true;
  }
  return rule.in.narrow(c.descriptor, sets);
}

bool holds(const Rule& rule, const Case& c, std::size_t slot) {
  const Spec& spec = *c.spec;
  if (rule.generic != Generic::None) return generic_holds(spec, rule, c, slot);
  const Facet& facet = spec.facets[rule.facet];
  if (!is_list(facet, spec)) {
    ops::Set set;
    return rule.in.set(c.descriptor, set) && set.contains(entry(facet, c, 0, slot));
  }
  return rule.in.admits(c.descriptor, list_of(facet, c, slot));
}

std::vector<std::size_t> broken_rules(const Case& c) {
  std::vector<std::size_t> broken;
  visit_rules(c, [&](std::size_t r, std::size_t slot) {
    if (holds(c.spec->rules[r], c, slot)) return false;
    broken.push_back(r);
    return true;
  });
  std::sort(broken.begin(), broken.end());
  return broken;
}

bool is_valid(const Case& c) {
  bool valid = true;
  visit_rules(c, [&](std::size_t r, std::size_t slot) {
    return !valid || !(valid = holds(c.spec->rules[r], c, slot));
  });
  return valid;
}

void observe(const Case& c, std::vector<std::uint8_t>& seen) {
  const Spec& spec = *c.spec;
  seen.assign(spec.rules.size(), 0);
  visit_rules(c, [&](std::size_t r, std::size_t slot) {
    const Rule& rule = spec.rules[r];
    seen[r] |= kSatisfied;
    if (!has_edges(rule)) return false;
    const Facet& facet = spec.facets[rule.facet];
    ops::Sets sets(entry_count(facet, c, slot), ops::Set::all());
    if (!narrow(rule, c, sets, slot)) return false;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::int64_t value = entry(facet, c, i, slot);
      if (sets[i].empty()) continue;
      if (value == sets[i].lowest()) seen[r] |= kAtLowEdge;
      if (value == sets[i].highest()) seen[r] |= kAtHighEdge;
    }
    return false;
  });
}

const DataRule* data_rule_of(const Case& c) {
  if (c.indices == IndexFill::Inside) return nullptr;
  for (const DataRule& rule : c.spec->data_rules)
    if (rule.distinct == (c.indices == IndexFill::Duplicates)) return &rule;
  return nullptr;
}

}  // namespace assay::specs
