// output[p, …] = input[indices[p], …]
#include "ops/gather_rows.h"

namespace assay::ops::oracles {

void gather_nd(const Problem& problem, const FloatModel&, Permitted& permitted) {
  gather_rows(problem, 0, permitted);
}

}  // namespace assay::ops::oracles
