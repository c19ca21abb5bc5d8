// The K greatest elements along Axis, descending, and their indices.
#include "ops/top_k.h"

namespace assay::ops::oracles {

void top_k(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_top_k(problem, model, true, permitted);
}

}  // namespace assay::ops::oracles
