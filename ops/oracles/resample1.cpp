// Element `at` of the output lies at (at − output offset) / scale − input offset of the input.
#include "ops/resample_coordinates.h"

namespace assay::ops::oracles {

void resample1(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_resampled(problem, resample_axes(problem), model, RoundedHalfUp(), permitted);
}

}  // namespace assay::ops::oracles
