#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "ops/tensor.h"

namespace assay::ops {

/// The elements of a packed tensor as sequences along axes: element k of sequence i lies at
/// starts[i] + steps[k]. Both count in row-major order, sequences over the dimensions that are no
/// axes, and elements over the axes.
struct ReducedAxes {
  std::vector<std::uint64_t> starts, steps;

  ReducedAxes(const List& sizes, const List& axes)
      : starts(offsets(sizes, axes, false)), steps(offsets(sizes, axes, true)) {}

  /// The elements of sequence `i` of packed data. They stand in `room` if they do not lie side by
  /// side.
  std::span<const float> sequence(std::span<const float> data, std::size_t i,
                                  std::vector<float>& room) const {
    if (steps.back() + 1 == steps.size()) return data.subspan(starts[i], steps.size());
    room.resize(steps.size());
    for (std::size_t k = 0; k < room.size(); ++k) room[k] = data[starts[i] + steps[k]];
    return room;
  }

 private:
  /// The offsets of elements that lie at 0 in the axes, or in all other dimensions.
  static std::vector<std::uint64_t> offsets(const List& sizes, const List& axes, bool along) {
    TensorDesc walked;
    walked.strided = true;
    walked.strides = packed_strides(sizes);
    walked.sizes = sizes;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const bool is_axis =
          std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(d)) != axes.end();
      if (is_axis != along) walked.sizes[d] = 1;
    }
    std::vector<std::uint64_t> all;
    for (Walk walk(walked); !walk.done(); walk.next())
      for (std::uint64_t i = 0; i < walk.run(); ++i) all.push_back(walk.offset() + i * walk.step());
    return all;
  }
};

}  // namespace assay::ops
