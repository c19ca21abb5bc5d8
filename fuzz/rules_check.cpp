// Compares the validator with a second reading of the tensor rules that shares no code with it. The
// second reading uses 128-bit integers, sorts the strides itself and, for small tensors, looks at
// every single offset.
#include "fuzz/rules_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "fuzz/environment.h"
#include "fuzz/finding.h"
#include "fuzz/small_case.h"
#include "ops/error.h"
#include "specs/case_text.h"
#include "specs/dressing.h"
#include "specs/repair.h"
#include "specs/rules.h"

namespace assay::fuzz {
namespace {

using ops::TensorDesc;
using specs::Case;
using specs::Generic;
using Wide = unsigned __int128;

[[noreturn]] void disagree_on_rules(const std::string& what, const Case& c) {
  report(what, print_case(c));
}

/// Values saturate here, far above anything that a rule could permit and far below 2^128.
constexpr Wide kHuge = Wide{1} << 100;

Wide elements(const TensorDesc& t) {
  Wide count = 1;
  for (std::int64_t s : t.sizes) count = std::min(count * static_cast<std::uint32_t>(s), kHuge);
  return count;
}

std::vector<Wide> strides_of(const TensorDesc& t) {
  std::vector<Wide> strides(t.strides.begin(), t.strides.end());
  if (t.strided) return strides;
  strides.assign(t.sizes.size(), 1);
  for (std::size_t i = t.sizes.size(); i-- > 1;)
    strides[i - 1] = std::min(strides[i] * static_cast<std::uint32_t>(t.sizes[i]), kHuge);
  return strides;
}

Wide least_bytes(const TensorDesc& t) {
  // The first and the last two are no types of elements; bytes are not asked for there.
  constexpr std::size_t kSizes[] = {1, 4, 2, 4, 2, 1, 4, 2, 1, 8, 8, 8, 1, 1};
  const std::vector<Wide> strides = strides_of(t);
  Wide last = 0;
  for (std::size_t i = 0; i < t.sizes.size(); ++i)
    last = std::min(last + strides[i] * static_cast<std::uint32_t>(t.sizes[i] - 1), kHuge);
  return ((last + 1) * kSizes[static_cast<std::size_t>(t.type)] + 3) / 4 * 4;
}

bool overlaps(const TensorDesc& t) {
  const std::vector<Wide> strides = strides_of(t);
  std::vector<std::pair<Wide, Wide>> wide;
  for (std::size_t i = 0; i < t.sizes.size(); ++i)
    if (t.sizes[i] > 1) wide.emplace_back(strides[i], static_cast<std::uint32_t>(t.sizes[i]));
  std::sort(wide.begin(), wide.end());
  Wide least = 1;
  for (const auto& [stride, size] : wide) {
    if (stride < least) return true;
    least += stride * (size - 1);
  }
  return false;
}

/// Whether two coordinates have the same offset. It tries all of them.
bool meets_itself(const TensorDesc& t) {
  std::set<std::uint64_t> seen;
  for (ops::Walk walk(t); !walk.done(); walk.next())
    for (std::uint64_t i = 0; i < walk.run(); ++i)
      if (!seen.insert(walk.offset() + i * walk.step()).second) return true;
  return false;
}

bool has_stride_for_each_size(const TensorDesc& t) {
  return !t.strided || t.strides.size() == t.sizes.size();
}

/// Whether a tensor keeps a generic rule, for the rules that this file reads a second time. Nothing
/// for other rules, and where a tensor of an array breaks the rule that they rest on. (The array
/// may be known to be broken by another of its tensors.)
std::optional<bool> second_reading(Generic rule, const TensorDesc& t) {
  if (rule != Generic::StridesLength && !has_stride_for_each_size(t)) return std::nullopt;
  switch (rule) {
    case Generic::SizesPositive:
      return std::find(t.sizes.begin(), t.sizes.end(), 0) == t.sizes.end();
    case Generic::ElementLimit:
      return elements(t) <= Wide{UINT32_MAX};
    case Generic::StridesLength:
      return has_stride_for_each_size(t);
    case Generic::StridesOverlap:
      return !overlaps(t);
    case Generic::MinimumBytes:
      return least_bytes(t) <= UINT64_MAX && (!t.bytes || Wide{*t.bytes} >= least_bytes(t));
    case Generic::AlignmentPower:
      return (t.alignment & (t.alignment - 1)) == 0;
    default:
      return std::nullopt;
  }
}

void check_tensor(const Case& c, const specs::Rule& rule, std::size_t slot, const TensorDesc& t) {
  const auto second = second_reading(rule.generic, t);
  const bool first = second && holds(rule, c, slot);
  if (second && *second != first)
    disagree_on_rules(fmt::format("rule {} {}, by a second reading it {}", rule.id,
                                  *second ? "is broken" : "holds", *second ? "holds" : "is broken"),
                      c);
  if (rule.generic == Generic::StridesOverlap && first && elements(t) <= kMaxElements &&
      meets_itself(t))
    disagree_on_rules(fmt::format("rule {} holds, and two coordinates share an element", rule.id),
                      c);
}

void check_tensors(const Case& c, const std::vector<std::size_t>& broken) {
  std::vector<bool> bad(c.spec->facets.size());
  for (std::size_t r : broken) bad[c.spec->rules[r].facet] = true;
  for (std::size_t r = 0; r < c.spec->rules.size(); ++r) {
    const specs::Rule& rule = c.spec->rules[r];
    const specs::Facet& facet = c.spec->facets[rule.facet];
    if (rule.generic == Generic::None || facet.member == specs::Facet::kNoMember) continue;
    const ops::Member& m = c.spec->member_of(facet);
    if (!is_tensor(m.kind)) continue;
    // When a rule of a facet is broken, the facet's later rules are not checked.
    const bool asked =
        !bad[rule.facet] || std::find(broken.begin(), broken.end(), r) != broken.end();
    const bool moot = !asked || std::any_of(rule.needs.begin(), rule.needs.end(),
                                            [&](std::size_t need) { return bad[need]; });
    if (moot) continue;
    for (std::size_t slot = 0; slot < facet.slots; ++slot)
      if (const TensorDesc& t = c.descriptor.tensors[m.place + slot]; !t.absent)
        check_tensor(c, rule, slot, t);
  }
}

void check_text(const Case& c) {
  const std::string line = print_case(c);
  try {
    if (!(specs::parse_case(line, catalogue()) == c))
      disagree_on_rules("the line says another case", c);
  } catch (const Error& e) {
    disagree_on_rules(fmt::format("the line does not parse: {}", e.what()), c);
  }
}

void check_repair(const Case& c, bool valid) {
  const Case repaired = [&] {
    try {
      return specs::repair(c);
    } catch (const Error& e) {
      disagree_on_rules(fmt::format("cannot be repaired: {}", e.what()), c);
    }
  }();
  // Index fills are not rules, but repair() changes one that the case cannot have.
  if (valid && is_possible(c, c.indices) && !(repaired == c))
    disagree_on_rules("valid, and repaired to " + print_case(repaired), c);
  if (!valid && !is_valid(repaired))
    disagree_on_rules("repaired to invalid " + print_case(repaired), c);
}

}  // namespace

void check_rules(const Case& c) {
  check_text(c);
  const std::vector<std::size_t> broken = broken_rules(c);
  if (is_valid(c) != broken.empty()) disagree_on_rules("valid and broken at once", c);
  check_tensors(c, broken);
  check_repair(c, broken.empty());
}

void check_violation(const Case& c, std::size_t rule) {
  const std::vector<std::size_t> broken = broken_rules(c);
  if (broken == std::vector{rule}) return;
  std::vector<std::string> ids;
  for (std::size_t r : broken) ids.push_back(c.spec->rules[r].id);
  disagree_on_rules(
      fmt::format("made to break {}, breaks [{}]", c.spec->rules[rule].id, fmt::join(ids, ", ")),
      c);
}

}  // namespace assay::fuzz
