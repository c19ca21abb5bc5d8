#pragma once

#include <cstdint>
#include <vector>

#include "ops/permitted.h"

namespace assay::ops {

/// Permits the output of a problem with the members InputTensor, OutputTensor, PaddingMode and
/// StartPadding: copies of the input's elements, and around them what the mode says. Gives the
/// positions of the elements that hold the padding value, in ascending order; their bytes are not
/// filled.
std::vector<std::uint64_t> permit_padded(const Problem& problem, PermittedTensor& permitted);

}  // namespace assay::ops
