// output = ScaleTensor * (x - mean) / sqrt(variance + Epsilon) + BiasTensor, over Axes
#include "ops/mean_variance.h"

namespace assay::ops::oracles {

void mean_variance_normalization1(const Problem& problem, const FloatModel& model,
                                  Permitted& permitted) {
  permit_mean_variance(problem, model, problem.list("Axes"), permitted);
}

}  // namespace assay::ops::oracles
