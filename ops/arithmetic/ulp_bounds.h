#pragma once

#include "ops/arithmetic/interval.h"

namespace assay::ops {

/// An interval of real numbers that holds an exact result.
struct RealRange {
  double low, high;
};

/// Which values a result may have, and so how large its ULP are: those of `float` or of `half`.
enum class Precision : std::uint8_t { Single, Half };

/// The floats that are within `limit` ULP of some real number in the range, where ULP is as section
/// 7.4 of the OpenCL C specification defines it. Values that would be above the largest value of
/// the precision are infinite where rounding makes them so. The range's ends may be infinite. For
/// `half` the set also holds floats that are no halves; of halves it holds the right ones.
Interval within_ulps(const RealRange& exact, double limit, Precision precision = Precision::Single);

/// The smallest float that is not below x, or +inf.
float float_above(double x);

/// The error of a result in ULP of an exact result. It is infinite if only one of them is finite,
/// or NaN. A result that overflows counts as the power of two above the largest value: 2^128 or
/// 2^16.
double ulps_between(float result, double exact, Precision precision = Precision::Single);

}  // namespace assay::ops
