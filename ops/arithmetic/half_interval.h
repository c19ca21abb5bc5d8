#pragma once

#include <cmath>

#include "ops/arithmetic/half_rounding.h"
#include "ops/arithmetic/interval.h"
#include "ops/arithmetic/sum_model.h"

namespace assay::ops {

/// A set of FLOAT32 results of an operation, and those results rounded to FLOAT16. They need not
/// have been rounded to FLOAT32 before, so the ends reach one float further.
[[gnu::noinline]] inline Interval or_half(Interval x) {
  Interval wider = x;
  if (x.has_finite()) {
    wider.low = std::nextafter(x.low, -INFINITY);
    wider.high = std::nextafter(x.high, INFINITY);
  }
  x.add(rounded_to_half(wider));
  return x;
}

/// All that an operation may give whose result, rounded to FLOAT32, is in `x`: that, the result
/// rounded to FLOAT16 where the model permits that accumulator, and a zero where it lets denormals
/// be flushed.
inline Interval kept(const Interval& x, const SumModel& model) {
  const bool flush = model.denormals == Denormals::MayBeFlushed;
  if (model.may_be_half) [[unlikely]]
    return flush ? flushed(or_half(x), model.smallest_normal) : or_half(x);
  return flush ? flushed(x, model.smallest_normal) : x;
}

}  // namespace assay::ops
