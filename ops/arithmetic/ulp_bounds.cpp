// ULP of a real number x is the distance of the two floats that x lies between. If x is a float
// itself, it is the smaller of the two distances to x's neighbours. It only grows with the
// magnitude of x, at each power of two, so x + limit * ulp(x) is monotone for positive x.
// x - limit * ulp(x) is not: it falls just above a power of two. So the lower end is taken at the
// range's own lower end, or just above the next power of two, if the range goes beyond that.
#include "ops/arithmetic/ulp_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace assay::ops {
namespace {

constexpr float kLargestFloat = std::numeric_limits<float>::max();

constexpr int kDoubleBits = 52, kDoubleBias = 1023;

/// The exponent of a positive normal double, and less than those of all others for a denormal.
int exponent_of(double m) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(m) >> kDoubleBits) - kDoubleBias;
}

/// Whether the significand of a positive normal double is 1, so that it is a power of two.
bool has_bare_significand(double m) {
  return std::bit_cast<std::uint64_t>(m) << (64 - kDoubleBits) == 0;
}

/// 2^exponent, which must be normal or 2^1024, which is infinite.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kDoubleBias) << kDoubleBits);
}

/// The values of a precision.
struct Values {
  /// The bits of a significand behind the leading one, and the exponents of the smallest and the
  /// largest normal values.
  int fraction_bits, min_exponent, max_exponent;
  /// The smallest normal value, the smallest value, and the smallest magnitude that rounds to
  /// infinity.
  double normal, least, overflow;

  /// The distance of neighbouring values with this exponent.
  double spacing(int exponent) const {
    return power_of_two(std::clamp(exponent, min_exponent, max_exponent) - fraction_bits);
  }
  /// The distance of neighbouring values at and above m, which is not negative.
  double spacing_above(double m) const { return m == 0 ? least : spacing(exponent_of(m)); }
  /// The distance of neighbouring values below m, which is positive.
  double spacing_below(double m) const {
    return spacing(exponent_of(m) - (has_bare_significand(m) ? 1 : 0));
  }
  double next_power_of_two(double m) const {
    return m == 0 ? normal : power_of_two(exponent_of(m) + 1);
  }
};

constexpr Values kSingle{23, -126, 127, 0x1p-126, 0x1p-149, 0x1.ffffffp127};
constexpr Values kHalf{10, -14, 15, 0x1p-14, 0x1p-24, 65520};

constexpr const Values& values_of(Precision precision) {
  return precision == Precision::Half ? kHalf : kSingle;
}

/// The least value within `limit` ULP of some real number in low..high.
double least_of(double low, double high, double limit, const Values& values) {
  if (low < 0) return low - limit * values.spacing_below(-low);
  const double exactly = low > 0 ? values.spacing_below(low) : values.least;
  double least = low - limit * (low < high ? values.spacing_above(low) : exactly);
  if (const double power = values.next_power_of_two(low); power < high)
    least = std::min(least, power - limit * values.spacing_above(power));
  return least;
}

}  // namespace

float float_above(double x) {
  if (x > kLargestFloat) return std::numeric_limits<float>::infinity();
  if (x < -kLargestFloat) return -kLargestFloat;
  const float nearest = static_cast<float>(x);
  return nearest >= x ? nearest : std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

Interval within_ulps(const RealRange& exact, double limit, Precision precision) {
  const Values& values = values_of(precision);
  const double low =
      std::isinf(exact.low) ? exact.low : least_of(exact.low, exact.high, limit, values);
  const double high =
      std::isinf(exact.high) ? exact.high : -least_of(-exact.high, -exact.low, limit, values);
  Interval all;
  const float from = float_above(low), to = -float_above(-high);
  if (from <= to) all = Interval::from_to(from, to);
  if (from <= 0 && to >= 0) all.flags |= Interval::kZeros;
  // What is rounded correctly is infinite where the exact result is so large.
  const bool is_exact = limit <= 0.5;
  if ((is_exact ? exact.high : high) >= values.overflow) all.flags |= Interval::kPlusInfinity;
  if ((is_exact ? exact.low : low) <= -values.overflow) all.flags |= Interval::kMinusInfinity;
  return all;
}

double ulps_between(float result, double exact, Precision precision) {
  const Values& values = values_of(precision);
  if (std::isnan(result) || std::isnan(exact))
    return std::isnan(result) && std::isnan(exact) ? 0 : HUGE_VAL;
  const bool overflows = std::abs(exact) >= values.overflow;
  if (std::isinf(result) && overflows && std::signbit(result) == std::signbit(exact)) return 0;
  if (std::isinf(exact)) return HUGE_VAL;
  const double came =
      std::isinf(result) ? std::copysign(std::ldexp(1, values.max_exponent + 1), result) : result;
  if (came == exact) return 0;
  return std::abs(came - exact) /
         (exact == 0 ? values.least : values.spacing_below(std::abs(exact)));
}

}  // namespace assay::ops
