// output[c] = the index of the least element along Axes.
#include "ops/arg_extreme.h"

namespace assay::ops::oracles {

void argmin(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_arg_extreme(problem, model, false, problem.is("AxisDirection", "DECREASING"), permitted);
}

}  // namespace assay::ops::oracles
