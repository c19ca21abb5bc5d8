#pragma once

#include <cmath>

#include "ops/arithmetic/interval.h"
#include "ops/arithmetic/sum_model.h"
#include "ops/half_rounding.h"

namespace assay::ops {

/// All that an operation may give whose result, rounded to FLOAT32, is in `x`: that, a zero where
/// the model lets denormals be flushed, and the result rounded to FLOAT16 where the model permits
/// that accumulator. It need not have been rounded to FLOAT32 before, so the ends reach one float
/// further.
inline Interval kept(Interval x, const SumModel& model) {
  if (model.may_be_half) {
    Interval wider = x;
    if (x.has_finite()) {
      wider.low = std::nextafter(x.low, -INFINITY);
      wider.high = std::nextafter(x.high, INFINITY);
    }
    x.add(rounded_to_half(wider));
  }
  return model.denormals == Denormals::MayBeFlushed ? flushed(x) : x;
}

}  // namespace assay::ops
