#pragma once

#include "ops/arithmetic/interval.h"

namespace assay::ops {

/// An interval of real numbers that holds an exact result.
struct RealRange {
  double low, high;
};

/// The floats that are within `limit` ULP of some real number in the range, where ULP is as section
/// 7.4 of the OpenCL C specification defines it. Values that would be above the largest float are
/// infinite where rounding makes them so. The range's ends may be infinite.
Interval within_ulps(const RealRange& exact, double limit);

/// The smallest float that is not below x, or +inf.
float float_above(double x);

/// The error of a float result in ULP of an exact result. It is infinite if only one of them is
/// finite, or NaN. A result that overflows counts as 2^128.
double ulps_between(float result, double exact);

}  // namespace assay::ops
