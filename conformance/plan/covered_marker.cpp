#include "conformance/plan/covered_marker.h"

#include "conformance/plan/turning_goals.h"

namespace assay::conformance {

void CoveredMarker::add(const specs::Case& c) {
  if (!pairs_) {
    pairs_ = &to_.pairs.at_least(*c.spec, knobs_.pairs());
    turning_points_ = &to_.turning_points.at_least(*c.spec, turning_goal_count());
    knobs_.read(c, route_, values_);
  } else {
    values_ = last_;
    knobs_.read_next(c, route_, values_);
  }
  knobs_.mark(values_, last_, *pairs_);
  last_.swap(values_);
  read_turning_goals(c, route_, reached_);
  for (const std::uint16_t goal : reached_) (*turning_points_)[goal] = 1;
}

}  // namespace assay::conformance
