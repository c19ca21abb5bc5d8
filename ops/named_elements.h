#pragma once

#include "ops/axis_view.h"
#include "ops/index_view.h"
#include "ops/problem.h"

namespace assay::ops {

/// Calls `visit(i, element)` for each index i of IndicesTensor that names an element of InputTensor
/// along Axis: the element in the other coordinates' row, numbered in row-major order. Indices and
/// elements have the same sizes but along Axis. An index out of range names no element.
template <class Visit>
void each_named_element(const Problem& problem, const Visit& visit) {
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const TensorDesc& indices = problem.tensor("IndicesTensor");
  const AxisView around(problem.tensor("InputTensor").sizes, axis);
  const auto length = static_cast<std::uint64_t>(around.length),
             inner = static_cast<std::uint64_t>(around.inner),
             named = static_cast<std::uint64_t>(indices.sizes[axis]) * inner;
  with_indices(indices.type, problem.input("IndicesTensor"), [&](auto all) {
    for (std::uint64_t i = 0; i < all.size(); ++i)
      if (const std::uint64_t at = wrapped(all[i], length); at < length)
        visit(i, (i / named * length + at) * inner + i % inner);
  });
}

}  // namespace assay::ops
