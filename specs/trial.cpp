#include "specs/trial.h"

#include "specs/draw.h"
#include "specs/facet_walk.h"
#include "specs/rules.h"
#include "specs/violate.h"

namespace assay::specs {
namespace {

/// The edges that a rule's set has in a case.
std::uint8_t edges_of(const Rule& rule, const Case& c, std::size_t slot) {
  // No tensor that can be drawn has such a size.
  constexpr std::int64_t kFar = INT32_MAX;
  const Facet& facet = c.spec->facets[rule.facet];
  const ops::Set all = representable(facet, c);
  ops::Sets sets(entry_count(facet, c, slot), ops::Set::all());
  std::uint8_t edges = 0;
  if (!narrow(rule, c, sets, slot)) return edges;
  for (const ops::Set& set : sets) {
    if (set.empty()) continue;
    if (set.lowest() > all.lowest()) edges |= kAtLowEdge;
    if (set.highest() < std::min(all.highest(), kFar)) edges |= kAtHighEdge;
  }
  return edges;
}

void add_edges(const Case& c, std::vector<std::uint8_t>& edges) {
  const Spec& spec = *c.spec;
  for (std::size_t r = 0; r < spec.rules.size(); ++r) {
    const Rule& rule = spec.rules[r];
    if (rule.generic != Generic::None) continue;
    for (std::size_t slot = 0; slot < spec.facets[rule.facet].slots; ++slot)
      if (applies(rule, c, slot)) edges[r] |= edges_of(rule, c, slot);
  }
}

}  // namespace

bool can_be_violated(const Spec& spec, std::size_t rule, Chooser& chooser) {
  constexpr int kTries = 300;
  for (int i = 0; i < kTries; ++i) {
    const auto broken = violate(spec, rule, chooser);
    if (broken && broken_rules(*broken) == std::vector<std::size_t>{rule}) return true;
  }
  return false;
}

Trial trial_of(const Spec& spec, std::uint64_t draws) {
  constexpr std::size_t kFirst = 5;
  Trial trial;
  trial.draws = draws;
  trial.seen.resize(spec.rules.size());
  trial.edges.resize(spec.rules.size());
  SeededChooser chooser(0);
  std::vector<std::uint8_t> seen;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Case c = draw(spec, chooser);
    observe(c, seen);
    for (std::size_t r = 0; r < seen.size(); ++r) trial.seen[r] |= seen[r];
    add_edges(c, trial.edges);
    if (trial.first.size() < kFirst) trial.first.push_back(c);
  }
  for (std::size_t r = 0; r < spec.rules.size(); ++r)
    trial.violated.push_back(can_be_violated(spec, r, chooser));
  return trial;
}

}  // namespace assay::specs
