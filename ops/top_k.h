#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the OutputValueTensor and the OutputIndexTensor of TOP_K and TOP_K1: the K greatest or
/// least elements along Axis, sorted, and their indices. Equal elements stand in the order of their
/// indices; where only some of them are taken, these are the first. Zeros may be ordered in each of
/// the ways of zero_orders(). A sequence that holds a NaN permits everything.
void permit_top_k(const Problem& problem, const FloatModel& model, bool greatest,
                  Permitted& permitted);

}  // namespace assay::ops
