#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// The oracle of a family: each element of the output is the signature's formula of the elements at
/// the same position of the inputs. All inputs that the formula names have the same data type. A
/// formula that is a condition gives 1 or 0.
void compute_each(const Problem& problem, const FloatModel& model, Permitted& permitted);

/// The same, where the formula's operands are the bits of the elements, as unsigned integers.
void compute_each_on_bits(const Problem& problem, const FloatModel& model, Permitted& permitted);

}  // namespace assay::ops
