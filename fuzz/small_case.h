#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// The most elements of a case. They are enough for all edges of groups and tiles, and few enough
/// to be fast.
constexpr std::uint64_t kMaxElements = 4096;
/// The most bytes of all tensors of a case together, with padding.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;

/// Whether a case is small enough to be run.
bool is_small(const specs::Case& c);

/// Draws a small case of a chosen operator.
specs::Case draw_small(specs::Chooser& chooser);

/// The first case line of an input, if the text begins with a chosen operator's name. Lines that
/// begin with `#` may stand before it. Otherwise nothing, and the input is bytes to draw from.
std::optional<std::string_view> line_of_input(std::span<const std::uint8_t> input);

}  // namespace assay::fuzz
