// Each output element is 1 where the formula holds for both inputs' elements, else 0.
#include "ops/elementwise.h"

namespace assay::ops::oracles {

void comparison(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  compute_each(problem, model, permitted);
}

}  // namespace assay::ops::oracles
