#pragma once

#include <span>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// The value of a formula that has floats, computed in double precision. NaN if it has none.
double real_value(const Formula& formula, std::span<const double> variables);

}  // namespace assay::ops
