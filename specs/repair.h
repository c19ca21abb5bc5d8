#pragma once

#include "specs/case.h"

namespace assay::specs {

/// The valid case nearest to `wanted`. Each entry, in drawing order, becomes the nearest that the
/// rules permit. Where a tensor that depends on them would have too many elements, sizes become
/// smaller than that; where even the smallest sizes give too many, numbers such as strides become
/// smaller, too. A valid case is its own repair. Route and data are kept. Throws Error if the
/// spec's rules leave nothing, which is a fault of the spec.
Case repair(const Case& wanted);

}  // namespace assay::specs
