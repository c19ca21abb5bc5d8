#pragma once

#include "ops/list.h"

namespace assay::ops {

/// Sizes as seen from one dimension. `length` is its size, `outer` the product of the sizes before
/// it, `inner` the product of the sizes behind it.
struct AxisView {
  std::int64_t outer = 1, length = 1, inner = 1;

  AxisView(const List& sizes, std::size_t axis) {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      (i < axis ? outer : i > axis ? inner : length) *= sizes[i];
  }
};

}  // namespace assay::ops
