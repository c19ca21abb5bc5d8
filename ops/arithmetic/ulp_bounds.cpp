// ULP of a real number x is the distance of the two floats that x lies between. If x is a float
// itself, it is the smaller of the two distances to x's neighbours. It only grows with the
// magnitude of x, at each power of two, so x + limit * ulp(x) is monotone for positive x.
// x - limit * ulp(x) is not: it falls just above a power of two. So the lower end is taken at the
// range's own lower end, or just above the next power of two, if the range goes beyond that.
#include "ops/arithmetic/ulp_bounds.h"

#include <algorithm>
#include <cmath>

namespace assay::ops {
namespace {

constexpr float kLargestFloat = std::numeric_limits<float>::max();

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
    return std::ldexp(1, std::clamp(exponent, min_exponent, max_exponent) - fraction_bits);
  }
  /// The distance of neighbouring values at and above m, which is not negative.
  double spacing_above(double m) const { return m == 0 ? least : spacing(std::ilogb(m)); }
  /// The distance of neighbouring values below m, which is positive.
  double spacing_below(double m) const {
    int exponent;
    const bool is_power = std::frexp(m, &exponent) == 0.5;
    return spacing(exponent - (is_power ? 2 : 1));
  }
  double next_power_of_two(double m) const {
    return m == 0 ? normal : std::ldexp(1, std::ilogb(m) + 1);
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
  if (high >= values.overflow) all.flags |= Interval::kPlusInfinity;
  if (low <= -values.overflow) all.flags |= Interval::kMinusInfinity;
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
