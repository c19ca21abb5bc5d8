#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the outputs of the MAX_POOLING operators: the greatest element in the window at each
/// place, and its index in InputTensor where there is an OutputIndicesTensor. Of equal elements the
/// first counts, in any permitted order of zeros. A window that holds a NaN, or none but padding,
/// permits anything.
void permit_max_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted);

}  // namespace assay::ops
