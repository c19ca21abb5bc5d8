// Element `at` of the output lies at (at + 0.5) / scale − 0.5 of the input.
#include "ops/resample_coordinates.h"

namespace assay::ops::oracles {

void resample(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  std::vector<ResampleAxis> axes;
  for (const float scale : problem.numbers("Scales")) axes.push_back({scale, 0.5f, -0.5f});
  permit_resampled(problem, axes, model, RoundedHalfUp(), permitted);
}

}  // namespace assay::ops::oracles
