#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "specs/case.h"
#include "specs/chooser.h"

namespace assay::fuzz {

/// The sizes of cases: enough elements for all edges of groups and tiles, few enough to be quick.
constexpr std::uint64_t kMaxElements = 4096;
/// Bytes over all tensors of a case, padding and all.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;

/// Whether a case is small enough to be run.
bool is_small(const specs::Case& c);

/// A case of some operator, drawn small.
specs::Case draw_small(specs::Chooser& chooser);

/// The first case line of an input, where it begins with an operator's name; lines that begin with
/// `#` may stand before it. Otherwise nothing: the input is bytes to draw from.
std::optional<std::string_view> line_of_input(std::span<const std::uint8_t> input);

}  // namespace assay::fuzz
