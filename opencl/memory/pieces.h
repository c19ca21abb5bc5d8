#pragma once

#include <algorithm>
#include <cstddef>

namespace assay::opencl {

/// Calls act(from, to) for each of the pieces that a transfer is cut into. The ends of all pieces
/// but the last are odd, where the size allows it.
template <class Act>
void each_piece(std::size_t size, std::size_t pieces, Act act) {
  std::size_t from = 0;
  for (std::size_t k = 1; k <= pieces && from < size; ++k) {
    const std::size_t to = k == pieces ? size : std::min(size, size * k / pieces | 1);
    if (to > from) act(from, to);
    from = std::max(from, to);
  }
}

}  // namespace assay::opencl
