#pragma once

#include "ops/sliding_window.h"

namespace assay::ops {

/// Calls f(element of the image, element of the patches) for each pair of FOLD or UNFOLD that
/// belongs together. Both count in row-major order. Elements of the patches that stand in the
/// padding of the image belong to none.
template <class F>
void each_pair(const Problem& problem, std::string_view image_name, std::string_view patches_name,
               const F& f) {
  const TensorDesc& image = problem.tensor(image_name);
  const List &window = problem.list("WindowSizes"), &strides = problem.list("Strides"),
             &dilations = problem.list("Dilations"), &start = problem.list("StartPadding"),
             &end = problem.list("EndPadding");
  List places;
  std::uint64_t channel_size = 1, window_size = 1;
  for (std::size_t d = 0; d < window.size(); ++d) {
    const std::int64_t reach = dilations[d] * (window[d] - 1) + 1;
    places.push_back((image.sizes[d + 2] + start[d] + end[d] - reach) / strides[d] + 1);
    channel_size *= static_cast<std::uint64_t>(image.sizes[d + 2]);
    window_size *= static_cast<std::uint64_t>(window[d]);
  }
  const auto place_count = static_cast<std::uint64_t>(problem.tensor(patches_name).sizes[2]);
  const auto channels = static_cast<std::uint64_t>(image.sizes[0] * image.sizes[1]);
  const SlidingWindow sliding(image.sizes, places, window, strides, dilations, start);
  for (std::uint64_t channel = 0; channel < channels; ++channel) {
    std::uint64_t number_of_place = 0;
    sliding.each_place([&](const List& place) {
      sliding.each(place, [&](std::uint64_t w, std::uint64_t offset) {
        f(channel * channel_size + offset,
          (channel * window_size + w) * place_count + number_of_place);
      });
      ++number_of_place;
    });
  }
}

}  // namespace assay::ops
