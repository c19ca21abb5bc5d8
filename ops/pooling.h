#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the OutputTensor of AVERAGE_POOLING and AVERAGE_POOLING1.
void permit_average_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted);

/// Permits the OutputTensor of LP_POOLING and LP_POOLING1.
void permit_lp_pooling(const Problem& problem, const FloatModel& model, Permitted& permitted);

}  // namespace assay::ops
