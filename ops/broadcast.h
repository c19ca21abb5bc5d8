#pragma once

#include <vector>

#include "ops/tensor.h"

namespace assay::ops {

/// For each position in a tensor of sizes `sizes`: the position in a packed tensor of sizes `own`
/// of the element that is broadcast to it. A size in `own` is that in `sizes`, or 1.
inline std::vector<std::uint64_t> broadcast_positions(const List& sizes, const List& own) {
  TensorDesc walked;
  walked.strided = true;
  walked.sizes = sizes;
  walked.strides = packed_strides(own);
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (own[d] == 1) walked.strides[d] = 0;
  std::vector<std::uint64_t> positions;
  for (Walk walk(walked); !walk.done(); walk.next())
    for (std::uint64_t i = 0; i < walk.run(); ++i)
      positions.push_back(walk.offset() + i * walk.step());
  return positions;
}

}  // namespace assay::ops
