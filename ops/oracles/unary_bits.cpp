// Each output element is the formula of the bits of the input's element.
#include "ops/elementwise.h"

namespace assay::ops::oracles {

void unary_bits(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  compute_each_on_bits(problem, model, permitted);
}

}  // namespace assay::ops::oracles
