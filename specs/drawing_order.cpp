#include "specs/drawing_order.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/error.h"

namespace assay::specs {

void sort_facets(const Preferences& preferences_need, Spec& spec) {
  std::vector<bool> done(spec.facets.size());
  const auto ready = [&](std::size_t f) {
    const auto all_done = [&](const std::vector<std::size_t>& needs) {
      return std::all_of(needs.begin(), needs.end(), [&](std::size_t n) { return done[n]; });
    };
    for (std::size_t r : spec.facets[f].rules)
      if (!all_done(spec.rules[r].needs)) return false;
    const auto preference = preferences_need.find(f);
    return preference == preferences_need.end() || all_done(preference->second);
  };
  while (spec.drawing_order.size() < spec.facets.size()) {
    const std::size_t before = spec.drawing_order.size();
    for (std::size_t i = 0; i < spec.facets.size(); ++i)
      if (!done[i] && ready(i)) {
        done[i] = true;
        spec.drawing_order.push_back(i);
      }
    if (spec.drawing_order.size() > before) continue;
    // The error stands at a rule that the spec's author wrote.
    const Rule* written = nullptr;
    std::string circle;
    for (std::size_t i = 0; i < spec.facets.size(); ++i)
      if (!done[i] && !spec.facets[i].rules.empty()) {
        const Rule& rule = spec.rules[spec.facets[i].rules.back()];
        if (!written || written->path.empty()) written = &rule;
        circle += " " + rule.id;
      }
    throw Error(
        fmt::format("{}: rules refer to each other in a circle:{}; let one of them read less, so "
                    "that it can be "
                    "drawn first",
                    spec.where(*written), circle));
  }
}

}  // namespace assay::specs
