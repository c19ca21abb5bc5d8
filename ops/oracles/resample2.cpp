// Element `at` of the output lies at (at − output offset) / scale − input offset of the input,
// which is rounded by RoundingDirection.
#include "ops/resample_coordinates.h"

namespace assay::ops::oracles {

void resample2(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  const bool up = problem.is("RoundingDirection", "INCREASING");
  const auto round = [up](auto x) { return up ? std::ceil(x) : std::floor(x); };
  permit_resampled(problem, resample_axes(problem), model, round, permitted);
}

}  // namespace assay::ops::oracles
