// output[batch, p, …] = input[batch, indices[batch, p], …]
#include "ops/gather_rows.h"

namespace assay::ops::oracles {

void gather_nd1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  gather_rows(problem, static_cast<std::size_t>(problem.value("BatchDimensionCount")), permitted);
}

}  // namespace assay::ops::oracles
