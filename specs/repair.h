#pragma once

#include "specs/case.h"

namespace assay::specs {

/// The valid case nearest to `wanted`: each entry, in drawing order, the nearest that the rules
/// leave; smaller sizes than that where a tensor that follows from them would have too many
/// elements. A valid case is its own repair. Route and data are kept. Throws Error where the spec's
/// rules leave nothing (a fault of the spec).
Case repair(const Case& wanted);

}  // namespace assay::specs
