#pragma once

#include <limits>

#include "ops/arithmetic/interval.h"

namespace assay::ops {

/// How sums of floats may be computed.
struct SumModel {
  /// The depth of a sum in any order: a term goes through as many additions as there are others.
  static constexpr int kAnyOrder = std::numeric_limits<int>::max();

  Denormals denormals = Denormals::Kept;
  /// Where denormals may be flushed: what is less in magnitude than this may become zero.
  float smallest_normal = std::numeric_limits<float>::min();
  /// How many additions a term goes through at most, whatever the number of terms.
  int depth = kAnyOrder;
  /// Whether the accumulator may be a FLOAT16 or any wider format. Else it is a FLOAT32 or wider.
  bool may_be_half = false;
  /// Whether built-in functions may be those of the type `half`, with their limits. Else they are
  /// those of `float`.
  bool has_half_functions = false;
};

}  // namespace assay::ops
