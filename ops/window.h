#pragma once

#include "ops/tensor.h"

namespace assay::ops {

/// The elements of a packed tensor that a window names: the window's coordinate c stands for the
/// tensor's coordinate first[i] + step[i] · c[i] in each dimension.
class Window {
 public:
  /// `whole` are the sizes of the tensor, `sizes` those of the window.
  Window(const List& whole, const List& sizes, const List& first, const List& step) {
    const List strides = packed_strides(whole);
    walked_.sizes = sizes;
    walked_.strided = true;
    walked_.strides.resize(strides.size());
    for (std::size_t i = 0; i < strides.size(); ++i) {
      start_ += first[i] * strides[i];
      // The step of a single coordinate may be any, and is taken by none.
      walked_.strides[i] = sizes[i] == 1 ? 1 : step[i] * strides[i];
    }
  }

  /// Calls f(offset) for each element of the window in row-major order, with its offset in the
  /// tensor.
  template <class F>
  void each(F&& f) const {
    for (Walk walk(walked_); !walk.done(); walk.next()) {
      // Steps are taken modulo 2^64, so a negative one needs no special treatment.
      std::uint64_t offset = static_cast<std::uint64_t>(start_) + walk.offset();
      for (std::uint64_t i = 0; i < walk.run(); ++i, offset += walk.step()) f(offset);
    }
  }

 private:
  TensorDesc walked_;
  std::int64_t start_ = 0;
};

/// Where the window of DML_SLICE1 and DML_SLICE_GRAD begins: at its end if the stride is negative.
inline List window_start(const List& offsets, const List& sizes, const List& strides) {
  List first = offsets;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (strides[i] < 0) first[i] += sizes[i] - 1;
  return first;
}

}  // namespace assay::ops
