#include "conformance/verdict/wrong_element.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "conformance/verdict/element_text.h"

namespace assay::conformance {
namespace {

using ops::PermittedTensor;

/// The stretches of wrong positions that a picture names.
constexpr std::size_t kMostStretches = 64;

/// Adds a wrong position. Positions are added in ascending order.
void add_position(Picture& picture, std::uint64_t position) {
  auto& stretches = picture.stretches;
  if (!stretches.empty() && stretches.back().first + stretches.back().second == position)
    ++stretches.back().second;
  else if (stretches.size() < kMostStretches)
    stretches.emplace_back(position, 1);
}

/// Fills in the part of a picture around its first wrong position.
void look_through_window(Picture& picture, const ops::List& sizes, const PermittedTensor& p,
                         std::span<const std::byte> answer,
                         const std::function<bool(std::uint64_t)>& is_wrong) {
  constexpr std::uint64_t kRows = 6, kColumns = 8;
  picture.sizes = sizes;
  const std::uint64_t columns = sizes.empty() ? 1 : static_cast<std::uint64_t>(sizes.back());
  const std::uint64_t rows = p.size() / columns, first = picture.stretches[0].first;
  const auto begin = [](std::uint64_t at, std::uint64_t extent, std::uint64_t shown) {
    return std::min(at - std::min<std::uint64_t>(at, 2), extent - shown);
  };
  const std::uint64_t height = std::min(rows, kRows);
  picture.columns = std::min(columns, kColumns);
  picture.row = begin(first / columns, rows, height);
  picture.column = begin(first % columns, columns, picture.columns);
  for (std::uint64_t r = 0; r < height; ++r)
    for (std::uint64_t c = 0; c < picture.columns; ++c) {
      const std::uint64_t i = (picture.row + r) * columns + picture.column + c;
      picture.cells.push_back({describe_permitted(p, i),
                               describe_value(p.type, bits_at(p.type, answer, i)), is_wrong(i)});
    }
}

/// WrongElement::ulps.
std::optional<std::uint64_t> ulps_beyond(const PermittedTensor& p, std::uint64_t position,
                                         std::span<const std::byte> answer) {
  if (!p.by_intervals() || permits_anything(p, position) || p.low[position] > p.high[position])
    return std::nullopt;
  ops::Bytes element(8);
  set_bits(p.type, element, 0, bits_at(p.type, answer, position));
  const auto came = static_cast<float>(float_at(p.type, element, 0));
  if (!std::isfinite(came)) return std::nullopt;
  const std::int64_t key = p.key(came), low = p.low[position], high = p.high[position];
  const std::int64_t beyond = std::max(low - key, key - high);
  return beyond > 0 ? std::optional(static_cast<std::uint64_t>(beyond)) : std::nullopt;
}

}  // namespace

std::optional<WrongElement> find_wrong(const PermittedTensor& p, const Leniency& leniency,
                                       const ops::List& sizes, std::span<const std::byte> answer,
                                       std::uint64_t first) {
  const auto is_wrong = [&](std::uint64_t i) {
    return !accepts(p, leniency, i, bits_at(p.type, answer, i));
  };
  WrongElement found{.tensor = {},
                     .coordinates = {},
                     .permitted = {},
                     .came = {},
                     .ulps = {},
                     .of = p.size(),
                     .picture = {}};
  for (std::uint64_t i = first; i < p.size(); ++i) {
    if (!is_wrong(i)) continue;
    add_position(found.picture, i);
    if (found.wrong++ > 0) continue;
    found.coordinates = coordinates_of(sizes, i);
    found.permitted = describe_permitted(p, i);
    found.came = describe_value(p.type, bits_at(p.type, answer, i));
    found.ulps = ulps_beyond(p, i, answer);
  }
  if (found.wrong == 0) return std::nullopt;
  look_through_window(found.picture, sizes, p, answer, is_wrong);
  return found;
}

}  // namespace assay::conformance
