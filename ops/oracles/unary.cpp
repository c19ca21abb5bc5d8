// Each output element is the formula of the input's element.
#include "ops/elementwise.h"

namespace assay::ops::oracles {

void unary(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  compute_each(problem, model, permitted);
}

}  // namespace assay::ops::oracles
