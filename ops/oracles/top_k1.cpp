// The K greatest elements along Axis, descending, or the K least, ascending, and their indices.
#include "ops/top_k.h"

namespace assay::ops::oracles {

void top_k1(const Problem& problem, const FloatModel& model, Permitted& permitted) {
  permit_top_k(problem, model, problem.is("AxisDirection", "DECREASING"), permitted);
}

}  // namespace assay::ops::oracles
