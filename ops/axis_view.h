#pragma once

#include "ops/list.h"

namespace assay::ops {

/// Sizes seen around one dimension: all dimensions before it merged, itself, all behind it merged.
struct AxisView {
  std::int64_t outer = 1, length = 1, inner = 1;

  AxisView(const List& sizes, std::size_t axis) {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      (i < axis ? outer : i > axis ? inner : length) *= sizes[i];
  }
};

}  // namespace assay::ops
