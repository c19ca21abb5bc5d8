// Each output element is the formula of both inputs' elements.
#include "ops/elementwise.h"

namespace assay::ops::oracles {

void binary(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  compute_each(problem, model, permitted);
}

}  // namespace assay::ops::oracles
