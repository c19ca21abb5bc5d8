#include "conformance/plan/covering_routes.h"

namespace assay::conformance {

std::size_t CoveringRoutes::best_value(std::size_t j, const std::vector<std::size_t>& chosen,
                                       const specs::Case& c, bool with_optional,
                                       specs::Chooser& choose) const {
  const Knob& knob = knobs_.all()[j];
  std::size_t best = 0, most = 0;
  const std::size_t first = choose.below(knob.values.size());
  for (std::size_t k = 0; k < knob.values.size(); ++k) {
    const std::size_t b = (first + k) % knob.values.size();
    if (!knob.goes_with(c, b)) continue;
    if (!with_optional && knob.is_optional(b)) continue;
    std::size_t gain = 1 + open_.value(j, b);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i] >= knobs_.all()[i].values.size() || i == j) continue;
      const bool in_order = i < j;
      const std::size_t k1 = in_order ? i : j, k2 = in_order ? j : i;
      const std::size_t v1 = in_order ? chosen[i] : b, v2 = in_order ? b : chosen[i];
      if (!goals_.pairs()[knobs_.pair(k1, v1, k2, v2)]) gain = 0;
      if (gain) gain += open_.pair(k1, v1, k2, v2);
    }
    if (gain > most) most = gain, best = b;
  }
  return best;
}

Route CoveringRoutes::choose(const specs::Case& c, const BuildKey& key, const Fixed& fixed,
                             bool with_optional, specs::Chooser& choose) const {
  const auto& all = knobs_.all();
  Knobs::Values values;
  knobs_.read(c, key.route, values);
  constexpr std::size_t kOpen = SIZE_MAX;
  std::vector<std::size_t> chosen(values.begin(), values.end());
  bool renews = false;
  for (std::size_t k = knobs_.route_begin(); k < all.size(); ++k)
    if (!all[k].is_built()) chosen[k] = kOpen;
  for (const auto& [knob, value] : fixed) chosen[knob] = value;
  Route route;
  for (std::size_t k = knobs_.route_begin(); k < all.size(); ++k) {
    const bool launches = all[k].field && all[k].field->renews == Renews::Launch;
    const bool plain = strength_ == Strength::Values || (launches && !key.renews_launch);
    if (chosen[k] == kOpen)
      chosen[k] = plain ? all[k].read(c, Route()) : best_value(k, chosen, c, with_optional, choose);
    if (launches) renews |= chosen[k] != 0;
    all[k].set(route, chosen[k]);
  }
  // The last field that may renew launches does so if no field before it did.
  for (std::size_t k = all.size(); k > knobs_.route_begin() && key.renews_launch && !renews; --k) {
    const Knob& knob = all[k - 1];
    if (!knob.field || knob.field->renews != Renews::Launch || fixed.contains(k - 1)) continue;
    knob.set(route, 1);
    renews = true;
  }
  return route;
}

}  // namespace assay::conformance
