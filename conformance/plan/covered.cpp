#include "conformance/plan/covered.h"

namespace assay::conformance {

void Covered::merge(const Covered& other) {
  pairs.merge(other.pairs);
  turning_points.merge(other.turning_points);
}

void Covered::keep_new(Covered& known) {
  pairs.keep_new(known.pairs);
  turning_points.keep_new(known.turning_points);
}

specs::Json Covered::to_json() const {
  return {{"pairs", pairs.to_json()}, {"turning_points", turning_points.to_json()}};
}

Covered Covered::from_json(const specs::Json& json, const specs::Catalogue& catalogue) {
  return {MarksByOperator::from_json(json.at("pairs"), catalogue),
          MarksByOperator::from_json(json.at("turning_points"), catalogue)};
}

}  // namespace assay::conformance
