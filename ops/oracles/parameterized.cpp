// Each output element is the formula of an element of the input and of its parameter.
#include "ops/elementwise.h"

namespace assay::ops::oracles {

void parameterized(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  compute_each(problem, model, permitted);
}

}  // namespace assay::ops::oracles
