#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/axis_view.h"
#include "ops/problem.h"

namespace assay::ops {

/// The parts that lie one behind the other along Axis in a whole tensor: an array of tensors, and
/// the tensor that they are joined to or cut from. Calls copy(number, part_at, whole_at, bytes) for
/// each run of bytes that lies together in both, where part_at and whole_at count the bytes of
/// packed data.
template <class Copy>
void each_run_of_parts(const Problem& problem, std::string_view parts, std::string_view whole,
                       Copy copy) {
  const Member& member = *problem.descriptor.signature->find(parts);
  const TensorDesc& all = problem.tensor(whole);
  const auto axis = static_cast<std::size_t>(problem.value("Axis"));
  const auto run_of = [&](const TensorDesc& t) {
    const AxisView view(t.sizes, axis);
    return static_cast<std::size_t>(view.length * view.inner) * size_of(t.type);
  };
  const AxisView view(all.sizes, axis);
  std::size_t start = 0;
  for (std::size_t k = 0; k < problem.descriptor.tensors_of(member); ++k) {
    const std::size_t run = run_of(problem.tensor(parts, k));
    for (std::size_t outer = 0; outer < static_cast<std::size_t>(view.outer); ++outer)
      copy(k, outer * run, outer * run_of(all) + start, run);
    start += run;
  }
}

}  // namespace assay::ops
