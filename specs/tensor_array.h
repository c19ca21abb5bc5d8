#pragma once

#include "ops/descriptor.h"

namespace assay::specs {

/// Completes the descriptor of a case that was written with more tensors in an array than the array
/// can hold. The tensors behind the capacity were left out. Where the member that counts them says
/// that there are as many as the capacity, one more is left out: the count is then wrong, as it was
/// in what was written. A larger count breaks the rule of the count itself.
void cut_to_capacity(const ops::Member& array, ops::Descriptor& descriptor);

}  // namespace assay::specs
