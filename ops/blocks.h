#pragma once

#include <cstdint>

#include "ops/permitted.h"
#include "ops/words.h"

namespace assay::ops {

/// How blocks of a plane lie in the depth of a tensor with `channels` · block² channels: a channel
/// of the plane stands for block² of them.
struct Blocks {
  std::int64_t block, channels;
  /// True if the elements of a block are next to each other in the depth (COLUMN_ROW_DEPTH), false
  /// if whole planes are (DEPTH_COLUMN_ROW).
  bool depth_last;

  /// The channel in the depth of the block's element (row, column).
  std::int64_t depth_channel(std::int64_t channel, std::int64_t row, std::int64_t column) const {
    const std::int64_t within = row * block + column;
    return depth_last ? channel * block * block + within : within * channels + channel;
  }

  /// Calls f(depth, space) for each element, with its row-major positions in the tensor {N,
  /// channels · block², H, W} and in the tensor {N, channels, H · block, W · block}.
  template <class F>
  void each(const List& depth, F&& f) const {
    const std::int64_t height = depth[2] * block, width = depth[3] * block;
    std::uint64_t space = 0;
    for (std::int64_t n = 0; n < depth[0]; ++n)
      for (std::int64_t channel = 0; channel < channels; ++channel)
        for (std::int64_t y = 0; y < height; ++y)
          for (std::int64_t x = 0; x < width; ++x, ++space) {
            const std::int64_t plane = n * depth[1] + depth_channel(channel, y % block, x % block);
            f(static_cast<std::uint64_t>((plane * depth[2] + y / block) * depth[3] + x / block),
              space);
          }
  }
};

/// Permits what DEPTH_TO_SPACE makes of InputTensor or, with `inverse`, what SPACE_TO_DEPTH does.
inline void permit_blocks(const Problem& problem, bool depth_last, bool inverse,
                          Permitted& permitted) {
  PermittedTensor& output = permitted.tensor(*problem.descriptor.signature, "OutputTensor");
  const List &in = problem.tensor("InputTensor").sizes, &out = problem.tensor("OutputTensor").sizes;
  const List &depth = inverse ? out : in, &space = inverse ? in : out;
  const Blocks blocks{problem.value("BlockSize"), space[1], depth_last};
  with_word(size_of(output.type), [&]<class Word>(Word) {
    const Word* from = view<Word>(problem.input("InputTensor")).data();
    Word* to = view<Word>(output.bytes).data();
    blocks.each(depth, [&](std::uint64_t d, std::uint64_t s) {
      if (inverse)
        to[d] = from[s];
      else
        to[s] = from[d];
    });
  });
}

}  // namespace assay::ops
