#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace assay::ops {

/// A binary floating-point format of IEEE 754, described by its parameters.
struct FloatFormat {
  /// The bits of the significand, including the leading one.
  int precision;
  double smallest_normal, largest;
  /// The smallest magnitude that rounds to infinity.
  double overflow;

  /// The relative error of one rounding: 2^−precision.
  constexpr double unit_roundoff() const { return 1.0 / static_cast<double>(1ull << precision); }

  /// The value of the format nearest to x, ties to even; |x| must be at most `largest`. The sum of
  /// x and 1.5·2^52 units of the result's last place is rounded to a multiple of that unit.
  float round(double x) const {
    const double binade =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0x7ff0'0000'0000'0000u);
    const double shift =
        std::max(binade, smallest_normal) * (0x1.8p53 / static_cast<double>(1ull << precision));
    return static_cast<float>((x + shift) - shift);
  }

  friend bool operator==(const FloatFormat&, const FloatFormat&) = default;
};

constexpr FloatFormat kFloat16{11, 0x1p-14, 65504, 65520};
constexpr FloatFormat kFloat32{24, 0x1p-126, 0x1.fffffep127, 0x1.ffffffp127};

}  // namespace assay::ops
