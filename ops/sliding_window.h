#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "ops/problem.h"

namespace assay::ops {

/// A window that slides over the spatial dimensions of a packed tensor, which are all but the first
/// two. The element at coordinate w of the window stands at
/// place · stride + w · dilation − start padding.
class SlidingWindow {
 public:
  /// `places` are the sizes that the places of the window have along the spatial dimensions.
  SlidingWindow(const List& tensor_sizes, const List& places, const List& window,
                const List& strides, const List& dilations, const List& start_padding)
      : places_(places) {
    const List packed = packed_strides(tensor_sizes);
    for (std::size_t d = 0; d < window.size(); ++d)
      dimensions_.push_back({tensor_sizes[d + 2], packed[d + 2], window[d], strides[d],
                             dilations[d], start_padding[d]});
  }

  /// Calls f(place) for each place, in row-major order.
  template <class F>
  void each_place(F&& f) const {
    List place(places_.size(), 0);
    while (true) {
      f(static_cast<const List&>(place));
      std::size_t d = places_.size();
      while (d > 0 && ++place[d - 1] == places_[d - 1]) place[--d] = 0;
      if (d == 0) return;
    }
  }

  /// Calls f(number, offset) for each element of the window at a place that does not stand in the
  /// padding, in row-major order. Numbers count the elements of the window, and offsets those of a
  /// channel.
  template <class F>
  void each(const List& place, F&& f) const {
    walk(place, 0, 0, 0, f);
  }

 private:
  struct Dimension {
    std::int64_t size, step, window, stride, dilation, padding;
  };

  template <class F>
  void walk(const List& place, std::size_t d, std::uint64_t number, std::int64_t offset,
            F& f) const {
    if (d == dimensions_.size()) return f(number, static_cast<std::uint64_t>(offset));
    const Dimension& x = dimensions_[d];
    const std::int64_t begin = place[d] * x.stride - x.padding;
    std::int64_t w = begin >= 0 ? 0 : (-begin + x.dilation - 1) / x.dilation;
    for (; w < x.window && begin + w * x.dilation < x.size; ++w)
      walk(place, d + 1,
           number * static_cast<std::uint64_t>(x.window) + static_cast<std::uint64_t>(w),
           offset + (begin + w * x.dilation) * x.step, f);
  }

  List places_;
  std::vector<Dimension> dimensions_;
};

/// The window of a pooling operator. It reads InputTensor and OutputTensor, WindowSize, Strides,
/// StartPadding and, where the operator has them, Dilations.
class PoolingWindow {
 public:
  explicit PoolingWindow(const Problem& problem) : sizes_(problem.tensor("InputTensor").sizes) {
    List places, dilations(problem.list("WindowSize").size(), 1);
    for (std::size_t d = 2; d < sizes_.size(); ++d) {
      places.push_back(problem.tensor("OutputTensor").sizes[d]);
      channel_size_ *= static_cast<std::uint64_t>(sizes_[d]);
    }
    if (problem.descriptor.signature->find("Dilations")) dilations = problem.list("Dilations");
    window_.emplace(sizes_, places, problem.list("WindowSize"), problem.list("Strides"), dilations,
                    problem.list("StartPadding"));
  }

  /// Calls f(position, elements) for each position of the output. `elements` are the positions in
  /// the input of what the window holds there, without padding. All count in row-major order.
  template <class F>
  void each(F&& f) const {
    std::vector<std::uint64_t> elements;
    std::uint64_t position = 0;
    const std::uint64_t all = *element_count(sizes_);
    for (std::uint64_t first = 0; first < all; first += channel_size_)
      window_->each_place([&](const List& place) {
        elements.clear();
        window_->each(place, [&](std::uint64_t, std::uint64_t offset) {
          elements.push_back(first + offset);
        });
        f(position++, static_cast<const std::vector<std::uint64_t>&>(elements));
      });
  }

 private:
  List sizes_;
  std::uint64_t channel_size_ = 1;
  std::optional<SlidingWindow> window_;
};

}  // namespace assay::ops
