#include "conformance/plan/open_goals.h"

#include <cassert>

#include "conformance/plan/turning_goals.h"
#include "specs/rules.h"

namespace assay::conformance {

OpenGoals::OpenGoals(const Goals& goals, Strength strength)
    : knobs_(goals.knobs()), edges_(goals.edges()) {
  const auto& all = knobs_.all();
  for (const Knob& k : all) values_.emplace_back(k.values.size(), false);
  if (strength == Strength::Pairs) {
    pairs_ = goals.pairs();
    turning_points_ = goals.turning_points();
    return;
  }
  turning_points_.resize(turning_goal_count());
  pairs_.resize(knobs_.pairs());
  const auto open_pairs = [&](std::size_t i, std::size_t j) {
    for (std::size_t a = 0; a < all[i].values.size(); ++a)
      for (std::size_t b = 0; b < all[j].values.size(); ++b)
        pairs_[knobs_.pair(i, a, j, b)] = goals.pairs()[knobs_.pair(i, a, j, b)];
  };
  const std::size_t variant = knobs_.route_begin(), size = variant - 1;
  assert(all[size].of == Knob::Of::Elements && all[variant].of == Knob::Of::Variant);
  for (std::size_t j = 1; j < variant; ++j)
    if (all[j].of == Knob::Of::Type) open_pairs(0, j);
  // Every variant has to meet cases of every size class.
  open_pairs(size, variant);
  for (std::size_t k = 0; k <= variant; ++k)
    for (std::size_t v = 0; v < all[k].values.size(); ++v) values_[k][v] = goals.possible(k, v);
}

bool OpenGoals::are_reached_by(const specs::Case& c, const Route& route) {
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < seen_.size(); ++r)
    if (seen_[r] & edges_[r]) return true;
  read_turning_goals(c, route, reached_);
  for (const std::uint16_t goal : reached_)
    if (turning_points_[goal]) return true;
  knobs_.read(c, route, read_);
  const std::size_t knobs = knobs_.all().size();
  for (std::size_t i = 0; i < knobs; ++i) {
    if (!has(i)) continue;
    if (value(i, read_[i])) return true;
    for (std::size_t j = i + 1; j < knobs; ++j)
      if (has(j) && pair(i, read_[i], j, read_[j])) return true;
  }
  return false;
}

std::size_t OpenGoals::reached_by_building(const specs::Case& c, const Route& route) {
  std::size_t reached = 0;
  knobs_.read(c, route, read_);
  for (std::size_t j = knobs_.route_begin(); j < knobs_.all().size(); ++j) {
    if (!knobs_.all()[j].is_built()) continue;
    reached += value(j, read_[j]);
    for (std::size_t i = 0; i < knobs_.route_begin(); ++i)
      if (has(i)) reached += pair(i, read_[i], j, read_[j]);
  }
  return reached;
}

bool OpenGoals::are_reached_by_types(const specs::Case& c, const Route& route) {
  const auto& all = knobs_.all();
  knobs_.read(c, route, read_);
  for (std::size_t i = 0; i < knobs_.route_begin(); ++i) {
    if (all[i].of != Knob::Of::Type || !has(i)) continue;
    if (value(i, read_[i])) return true;
    for (std::size_t j = knobs_.route_begin(); j < all.size(); ++j)
      if (all[j].is_built() && has(j) && pair(i, read_[i], j, read_[j])) return true;
  }
  return false;
}

void OpenGoals::close(const specs::Case& c, const Route& route) {
  specs::observe(c, seen_);
  for (std::size_t r = 0; r < seen_.size(); ++r) edges_[r] &= static_cast<std::uint8_t>(~seen_[r]);
  read_turning_goals(c, route, reached_);
  for (const std::uint16_t goal : reached_) turning_points_[goal] = false;
  knobs_.read(c, route, read_);
  const std::size_t knobs = knobs_.all().size();
  for (std::size_t i = 0; i < knobs; ++i) {
    if (!has(i)) continue;
    values_[i][read_[i]] = false;
    for (std::size_t j = i + 1; j < knobs; ++j)
      if (has(j)) pairs_[knobs_.pair(i, read_[i], j, read_[j])] = false;
  }
}

}  // namespace assay::conformance
