// output[n, channel of (c, y % B, x % B), y / B, x / B] = input[n, c, y, x], where B is BlockSize
#include "ops/blocks.h"

namespace assay::ops::oracles {

void space_to_depth(const Problem& problem, const FloatModel&, Permitted& permitted) {
  permit_blocks(problem, false, true, permitted);
}

}  // namespace assay::ops::oracles
