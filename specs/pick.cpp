// A choice between a few kinds of numbers, and then one of that kind.
#include "specs/pick.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "ops/value_key.h"
#include "specs/element_json.h"
#include "specs/turning_points.h"

namespace assay::specs {
namespace {

/// Sizes at the edges of vectors, sub-groups and work-groups, ascending.
constexpr std::array<std::int64_t, 37> kEdges{
    1,    2,    3,    4,    7,     8,     9,     15,    16,    17,    63,   64,   65,
    127,  128,  129,  255,  256,   257,   511,   512,   513,   1000,  1023, 1025, 2049,
    4095, 4097, 8191, 8193, 16385, 32767, 32768, 32769, 65535, 65536, 65537};

/// The magnitude of a value; that of the lowest, which has none, is the highest.
std::int64_t magnitude(std::int64_t value) {
  return value == ops::Set::kLowest ? ops::Set::kHighest : std::abs(value);
}

double special_float(Chooser& chooser, ops::DataType type) {
  using Limits = std::numeric_limits<double>;
  const std::array<double, 6> values{
      -0.0, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), 65504, -65504};
  const std::size_t i = chooser.below(values.size() + 2);
  if (i < values.size()) return values[i];
  // The least normal number and the least denormal one.
  const bool half = type == ops::DataType::FLOAT16;
  return i == values.size() ? half ? 0x1p-14 : 0x1p-126 : half ? 0x1p-24 : 0x1p-149;
}

/// A number of either sign whose magnitude is between 2^-12 and 2^12.
double ordinary_float(Chooser& chooser) {
  const double significand = 1 + static_cast<double>(chooser.below(1 << 20)) * 0x1p-20;
  const double value = std::ldexp(significand, static_cast<int>(chooser.below(24)) - 12);
  return chooser.below(2) ? -value : value;
}

}  // namespace

std::int64_t pick_edge(Chooser& chooser, std::int64_t limit) {
  const auto end = std::upper_bound(kEdges.begin(), kEdges.end(), limit);
  const auto count = static_cast<std::size_t>(end - kEdges.begin());
  constexpr std::size_t kLast = 6;
  if (chooser.below(2)) return kEdges[count - 1 - chooser.below(std::min(count, kLast))];
  return kEdges[chooser.below(count)];
}

std::int64_t pick_turning_point(Chooser& chooser, const ops::Set& set) {
  const auto& all = turning_points();
  const std::int64_t reach = std::max(magnitude(set.highest()), magnitude(set.lowest()));
  const auto count = std::ranges::upper_bound(all, reach, {}, &TurningPoint::number) - all.begin();
  if (count == 0) return set.highest();
  const std::int64_t value = all[chooser.below(static_cast<std::uint64_t>(count))].number;
  return set.nearest(set.lowest() < 0 && chooser.below(2) ? -value : value);
}

std::int64_t next_turning_point(std::int64_t least) {
  return std::ranges::lower_bound(turning_points(), least, {}, &TurningPoint::number)->number;
}

std::int64_t log_uniform(Chooser& chooser, std::int64_t limit) {
  const unsigned bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(limit)));
  const std::uint64_t floor = std::uint64_t{1} << chooser.below(bits);
  return std::min<std::int64_t>(static_cast<std::int64_t>(floor + chooser.below(floor)), limit);
}

std::int64_t uniform(Chooser& chooser, const ops::Set& set) {
  return set.at(chooser.below(set.count()));
}

std::int64_t pick_value(Chooser& chooser, const ops::Set& set) {
  if (set.count() == 1) return set.lowest();
  switch (chooser.below(8)) {
    case 0:
      return set.nearest(0);
    case 1:
      return set.highest();
    case 2:
      return set.lowest();
    case 3:
    case 4: {
      const std::int64_t reach =
          std::max({magnitude(set.highest()), magnitude(set.lowest()), std::int64_t{1}});
      const std::int64_t value = log_uniform(chooser, reach);
      return set.nearest(chooser.below(2) ? -value : value);
    }
    case 5:
      return pick_turning_point(chooser, set);
    default:
      return uniform(chooser, set);
  }
}

std::int64_t pick_float(Chooser& chooser, const ops::Set& set, ops::DataType type) {
  const auto nearest = [&](double value) {
    return set.nearest(ops::key_of(type, float_bits(type, value)));
  };
  switch (chooser.below(8)) {
    case 0:
    case 1:
    case 2:
      // Halves from -8 to 8.
      return nearest((static_cast<double>(chooser.below(33)) - 16) / 2);
    case 3:
    case 4:
    case 5:
      return nearest(ordinary_float(chooser));
    case 6:
      return nearest(special_float(chooser, type));
    default:
      return uniform(chooser, set);
  }
}

}  // namespace assay::specs
