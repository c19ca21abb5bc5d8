// To violate a rule, one entry is moved into the set that the rules before it leave, minus the set
// that the rule leaves, mostly next to the rule's edge. Rules on strides, bytes and alignments are
// broken by construction.
#include "specs/violate.h"

#include <algorithm>

#include "specs/facet_walk.h"
#include "specs/rules.h"

namespace assay::specs {
namespace {

using ops::Set;
using ops::TensorDesc;

/// A member of `outside`, mostly one that touches the set that was cut out: an end of a range.
std::int64_t next_to_edge(Chooser& chooser, const Set& outside) {
  const ops::Range r = outside.ranges()[chooser.below(outside.ranges().size())];
  switch (chooser.below(4)) {
    case 0:
      return r.low;
    case 1:
      return r.high;
    case 2:
      return outside.intersect({r.low, r.high}).nearest(0);
    default:
      return outside.at(chooser.below(outside.count()));
  }
}

/// Moves one entry of a facet to where `rule` is broken and the rules before it are not.
bool move_entry(Case& c, const Facet& facet, std::size_t slot, const Rule& rule, Chooser& chooser) {
  const Spec& spec = *c.spec;
  ops::Sets before(entry_count(facet, c, slot), representable(facet, c));
  ops::Sets own(before.size(), Set::all());
  for (std::size_t r : facet.rules) {
    if (!applies(spec.rules[r], c, slot)) continue;
    if (!narrow(spec.rules[r], c, &spec.rules[r] == &rule ? own : before, slot)) return false;
    if (&spec.rules[r] == &rule) break;
  }
  if (before.empty()) return false;
  const std::size_t first = chooser.below(before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    const std::size_t i = (first + k) % before.size();
    const Set outside = before[i].minus(own[i]);
    if (outside.empty()) continue;
    const std::int64_t value = next_to_edge(chooser, outside);
    // An optional tensor that came to be there would have no sizes, which breaks other rules.
    if (facet.aspect == Aspect::Length && spec.member_of(facet).optional && value > 0) return false;
    if (facet.aspect == Aspect::Dimensions) {
      TensorDesc& t = c.descriptor.tensors[spec.member_of(facet).place + slot];
      t.strided = false;
      t.strides.clear();
    }
    set_entry(facet, c, i, value, slot);
    return true;
  }
  return false;
}

/// Breaks the limit by one size if that is enough, otherwise by two.
bool break_element_limit(Case& c, const Facet& facet, std::size_t slot, const Rule& rule,
                         Chooser& chooser) {
  if (move_entry(c, facet, slot, rule, chooser)) return true;
  ops::List& sizes = c.descriptor.tensors[c.spec->member_of(facet).place + slot].sizes;
  if (sizes.size() < 2) return false;
  sizes[0] = sizes[1] = std::int64_t{1} << 16;
  return true;
}

bool break_strides_length(TensorDesc& t, Chooser& chooser) {
  if (!t.strided) t.strides = packed_strides(t.sizes);
  t.strided = true;
  t.bytes.reset();
  const std::size_t length = t.strides.size();
  const bool longer = length == 0 || chooser.below(2);
  t.strides.resize(longer ? length + 1 : length - 1, 1);
  return true;
}

bool break_strides_overlap(TensorDesc& t, Chooser& chooser) {
  ops::InlineList<std::size_t, ops::kMaxEntries> wide;
  for (std::size_t i = 0; i < t.sizes.size(); ++i)
    if (t.sizes[i] > 1) wide.push_back(i);
  if (wide.empty()) return false;
  t.strides = effective_strides(t);
  t.strided = true;
  t.bytes.reset();
  const std::size_t i = wide[chooser.below(wide.size())];
  // `least` is the least stride that does not overlap the smaller strides. The new stride is one
  // below it, or 0.
  std::int64_t least = 1;
  for (std::size_t j : wide)
    if (j != i && t.strides[j] < t.strides[i]) least += (t.sizes[j] - 1) * t.strides[j];
  t.strides[i] = chooser.below(3) == 0 ? 0 : least - 1;
  return overlaps_itself(t);
}

bool break_minimum_bytes(TensorDesc& t, Chooser& chooser) {
  const std::uint64_t least = *minimum_bytes(t);
  t.bytes = chooser.below(2) ? least - 1 : chooser.below(least);
  return true;
}

bool break_alignment_power(TensorDesc& t, Chooser& chooser) {
  const std::uint32_t power = std::uint32_t{4} << chooser.below(28);
  t.alignment = chooser.below(2) ? power - 1
                                 : power + 1 + static_cast<std::uint32_t>(chooser.below(power - 1));
  return true;
}

bool break_alignment_element(TensorDesc& t, Chooser& chooser) {
  const std::size_t size = size_of(t.type);
  if (size == 1) return false;
  t.alignment =
      std::uint32_t{1} << chooser.below(static_cast<std::uint64_t>(__builtin_ctzll(size)));
  return true;
}

/// The number of a tensor for which the rule holds, where the facet is one of several. Nothing if
/// there is none.
std::optional<std::size_t> pick_slot(const Case& c, const Facet& facet, const Rule& rule,
                                     Chooser& chooser) {
  ops::InlineList<std::size_t, ops::kMaxEntries> slots;
  for (std::size_t slot = 0; slot < facet.slots; ++slot)
    if (applies(rule, c, slot)) slots.push_back(slot);
  if (slots.empty()) return std::nullopt;
  return slots.size() == 1 ? slots[0] : slots[chooser.below(slots.size())];
}

bool break_rule(Case& c, const Rule& rule, Chooser& chooser) {
  const Facet& facet = c.spec->facets[rule.facet];
  const auto slot = pick_slot(c, facet, rule, chooser);
  if (!slot) return false;
  const auto tensor = [&]() -> TensorDesc& {
    return c.descriptor.tensors[c.spec->member_of(facet).place + *slot];
  };
  switch (rule.generic) {
    case Generic::ElementLimit:
      return break_element_limit(c, facet, *slot, rule, chooser);
    case Generic::StridesLength:
      return break_strides_length(tensor(), chooser);
    case Generic::StridesOverlap:
      return break_strides_overlap(tensor(), chooser);
    case Generic::MinimumBytes:
      return break_minimum_bytes(tensor(), chooser);
    case Generic::AlignmentPower:
      return break_alignment_power(tensor(), chooser);
    case Generic::AlignmentElement:
      return break_alignment_element(tensor(), chooser);
    default:
      return move_entry(c, facet, *slot, rule, chooser);
  }
}

}  // namespace

std::optional<Case> violate(const Spec& spec, std::size_t rule, Chooser& chooser,
                            const Limits& limits) {
  const Rule& broken = spec.rules[rule];
  std::vector<Level> levels;
  for (Level l : spec.interesting_levels)
    if (broken.holds_at(l)) levels.push_back(l);
  Case c = draw(draw_head(spec, chooser, limits, levels), chooser, limits);
  if (!break_rule(c, broken, chooser)) return std::nullopt;
  make_representable(c);
  return c;
}

}  // namespace assay::specs
