#pragma once

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// Edits one thing of a case without regard to any rule: an entry of a facet, a stride, the number
/// of strides, TotalTensorSizeInBytes, an alignment, or the data. Prefers the extremes of what the
/// line can express (2^32 − 1, INT_MIN, 16 dimensions) and neighbours of the present value.
void edit_wildly(specs::Case& c, specs::Chooser& chooser);

}  // namespace assay::fuzz
