// The greatest element of each window.
#include "ops/max_pooling.h"

namespace assay::ops::oracles {

void max_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_max_pooling(problem, model, permitted);
}

}  // namespace assay::ops::oracles
