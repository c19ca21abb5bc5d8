#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the OutputTensor of MEAN_VARIANCE_NORMALIZATION, where mean and variance are those of
/// sequences of InputTensor along `axes`.
void permit_mean_variance(const Problem& problem, const FloatModel& model, const List& axes,
                          Permitted& permitted);

}  // namespace assay::ops
