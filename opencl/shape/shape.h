#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl/shape/rewriting.h"

namespace assay::opencl {

/// One rewriting of a kernel's text, at a place or at all of them.
struct Step {
  /// A number of rewritings().
  std::size_t rewriting = 0;
  /// Places are counted from the end of the text, where a variant's own kernels stand: 1 is the
  /// last one, and behind the first one the last one comes again. 0: all places.
  std::size_t place = 0;
  friend bool operator==(const Step&, const Step&) = default;
};
using Chain = std::vector<Step>;

/// The most steps of a chain, and the greatest place of a step.
constexpr std::size_t kMostSteps = 5, kMostPlace = 63;

/// A chain as one number, and back. 0 is the empty chain.
std::uint64_t shape_of(const Chain& chain);
Chain chain_of(std::uint64_t shape);

/// A chain as text: `for-while.2+peel`, with the places behind dots; `none` is the empty one.
/// Instead of a chain there may be a number, which stands for a drawn chain. Throws Error.
std::string shape_text(std::uint64_t shape);
std::uint64_t parse_shape(std::string_view text);

/// The chain that is drawn from a number. Another version may draw another chain.
Chain drawn_chain(std::uint64_t seed);

/// The shapes that are simpler by one thing: they lack a step, or a step is made at one place only.
std::vector<std::uint64_t> simpler_shapes(std::uint64_t shape);
/// How much is to be read of a shape; less for each of its simpler_shapes().
std::uint64_t shape_cost(std::uint64_t shape);

/// The text with the chain's steps made one after the other, in the functions that these kernels
/// reach (all kernels, if there are none). A step that finds no place changes nothing, and so does
/// one that would make the text longer than four times what it was.
std::string shaped(std::string text, const Chain& chain, std::span<const std::string> kernels = {});

}  // namespace assay::opencl
