// output[c] = the average of the elements in place c of the window.
#include "ops/pooling.h"

namespace assay::ops::oracles {

void average_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_average_pooling(problem, model, permitted);
}

}  // namespace assay::ops::oracles
