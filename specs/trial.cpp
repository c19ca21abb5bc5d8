#include "specs/trial.h"

#include "specs/draw.h"
#include "specs/rules.h"
#include "specs/violate.h"

namespace assay::specs {

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
  SeededChooser chooser(0);
  std::vector<std::uint8_t> seen;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const Case c = draw(spec, chooser);
    observe(c, seen);
    for (std::size_t r = 0; r < seen.size(); ++r) trial.seen[r] |= seen[r];
    if (trial.first.size() < kFirst) trial.first.push_back(c);
  }
  for (std::size_t r = 0; r < spec.rules.size(); ++r)
    trial.violated.push_back(can_be_violated(spec, r, chooser));
  return trial;
}

}  // namespace assay::specs
