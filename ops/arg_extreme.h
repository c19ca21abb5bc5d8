#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the OutputTensor of ARGMIN or ARGMAX: by position, the index of the least or of the
/// greatest element along Axes. Equal elements, of which the first or the last is taken, may be
/// told apart by any permitted order of zeros; a NaN permits any index.
void permit_arg_extreme(const Problem& problem, const FloatModel& model, bool greatest, bool last,
                        Permitted& permitted);

}  // namespace assay::ops
