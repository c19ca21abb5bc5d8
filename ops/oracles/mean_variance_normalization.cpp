// output = ScaleTensor * (x - mean) / sqrt(variance + Epsilon) + BiasTensor, over height and width,
// and over channels if CrossChannel is TRUE
#include "ops/mean_variance.h"

namespace assay::ops::oracles {

void mean_variance_normalization(const Problem& problem, const FloatModel& model,
                                 Permitted& permitted) {
  permit_mean_variance(problem, model, problem.value("CrossChannel") ? List{1, 2, 3} : List{2, 3},
                       permitted);
}

}  // namespace assay::ops::oracles
