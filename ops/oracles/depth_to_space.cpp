// output[n, c, y, x] = input[n, channel of (c, y % B, x % B), y / B, x / B], where B is BlockSize
#include "ops/blocks.h"

namespace assay::ops::oracles {

void depth_to_space(const Problem& problem, const FloatModel&, Permitted& permitted) {
  permit_blocks(problem, false, false, permitted);
}

}  // namespace assay::ops::oracles
