#pragma once

#include "ops/permitted.h"

namespace assay::ops {

/// What is made of the exponentials of a sequence.
enum class SoftmaxForm : std::uint8_t { Quotient, Logarithm };

/// Permits the OutputTensor of SOFTMAX and LOG_SOFTMAX: what the exponential of each element of
/// InputTensor is to the sum of those of its sequence along `axes`, or the logarithm of that.
void permit_softmax(const Problem& problem, const FloatModel& model, const List& axes,
                    SoftmaxForm form, Permitted& permitted);

}  // namespace assay::ops
