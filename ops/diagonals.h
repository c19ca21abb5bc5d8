#pragma once

#include <cstdint>

#include "ops/list.h"

namespace assay::ops {

/// Calls visit(position, diagonal) for each element of a tensor, in row-major order. Its last two
/// dimensions are those of matrices. The main diagonal is 0, and those to the right of it count up.
template <class Visit>
void each_on_diagonals(const List& sizes, Visit visit) {
  const std::int64_t height = sizes[sizes.size() - 2], width = sizes.back();
  std::uint64_t position = 0;
  std::int64_t matrices = 1;
  for (std::size_t i = 0; i + 2 < sizes.size(); ++i) matrices *= sizes[i];
  for (; matrices > 0; --matrices)
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) visit(position++, x - y);
}

}  // namespace assay::ops
