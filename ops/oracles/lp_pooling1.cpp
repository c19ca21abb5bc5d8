// output[c] = the P-norm of the elements in place c of the window.
#include "ops/pooling.h"

namespace assay::ops::oracles {

void lp_pooling1(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_lp_pooling(problem, model, permitted);
}

}  // namespace assay::ops::oracles
