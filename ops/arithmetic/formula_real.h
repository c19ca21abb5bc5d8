#pragma once

#include <span>

#include "ops/arithmetic/formula.h"

namespace assay::ops {

/// The value of a formula that has floats, computed in double precision. NaN if it has none.
double real_value(const Formula& formula, std::span<const double> variables);

/// Whether that value changes where built-in functions are off by some ULP of doubles, but for
/// those whose results are exact there.
bool hangs_on_functions(const Formula& formula, std::span<const double> variables);

/// Whether that value is permitted though sets that follow from sets may leave it out: where
/// several operations round, a device's errors may lie on one side of it. The last one rounds to
/// FLOAT16 if `to_half`.
bool permits_real_value(const Formula& formula, bool to_half);

}  // namespace assay::ops
