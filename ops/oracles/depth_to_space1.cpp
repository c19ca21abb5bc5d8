// output[n, c, y, x] = input[n, channel of (c, y % B, x % B), y / B, x / B], where B is BlockSize
#include "ops/blocks.h"

namespace assay::ops::oracles {

void depth_to_space1(const Problem& problem, const FloatModel&, Permitted& permitted) {
  permit_blocks(problem, problem.is("Order", "COLUMN_ROW_DEPTH"), false, permitted);
}

}  // namespace assay::ops::oracles
