// output[c] = the index of the greatest element along Axes.
#include "ops/arg_extreme.h"

namespace assay::ops::oracles {

void argmax(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_arg_extreme(problem, model, true, problem.is("AxisDirection", "DECREASING"), permitted);
}

}  // namespace assay::ops::oracles
