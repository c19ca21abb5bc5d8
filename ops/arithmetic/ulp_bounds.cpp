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
/// The smallest magnitude that rounds to infinity.
constexpr double kOverflow = 0x1.ffffffp127;

/// The exponents of the largest and the smallest normal floats.
constexpr int kMaxExponent = 127, kMinExponent = -126;

/// The distance of neighbouring floats at and above m, which is not negative.
double spacing_above(double m) {
  if (m == 0) return 0x1p-149;
  return std::ldexp(1, std::clamp(std::ilogb(m), kMinExponent, kMaxExponent) - 23);
}

/// The distance of neighbouring floats below m, which is positive.
double spacing_below(double m) {
  int exponent;
  const bool is_power = std::frexp(m, &exponent) == 0.5;
  return std::ldexp(1, std::clamp(exponent - (is_power ? 2 : 1), kMinExponent, kMaxExponent) - 23);
}

double next_power_of_two(double m) { return m == 0 ? 0x1p-126 : std::ldexp(1, std::ilogb(m) + 1); }

/// The least value within `limit` ULP of some real number in low..high.
double least_of(double low, double high, double limit) {
  if (low < 0) return low - limit * spacing_below(-low);
  const double exactly = low > 0 ? spacing_below(low) : 0x1p-149;
  double least = low - limit * (low < high ? spacing_above(low) : exactly);
  if (const double power = next_power_of_two(low); power < high)
    least = std::min(least, power - limit * spacing_above(power));
  return least;
}

}  // namespace

float float_above(double x) {
  if (x > kLargestFloat) return std::numeric_limits<float>::infinity();
  if (x < -kLargestFloat) return -kLargestFloat;
  const float nearest = static_cast<float>(x);
  return nearest >= x ? nearest : std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

Interval within_ulps(const RealRange& exact, double limit) {
  const double low = std::isinf(exact.low) ? exact.low : least_of(exact.low, exact.high, limit);
  const double high =
      std::isinf(exact.high) ? exact.high : -least_of(-exact.high, -exact.low, limit);
  Interval all;
  const float from = float_above(low), to = -float_above(-high);
  if (from <= to) all = Interval::from_to(from, to);
  if (from <= 0 && to >= 0) all.flags |= Interval::kZeros;
  if (high >= kOverflow) all.flags |= Interval::kPlusInfinity;
  if (low <= -kOverflow) all.flags |= Interval::kMinusInfinity;
  return all;
}

double ulps_between(float result, double exact) {
  if (std::isnan(result) || std::isnan(exact))
    return std::isnan(result) && std::isnan(exact) ? 0 : HUGE_VAL;
  const bool overflows = std::abs(exact) >= kOverflow;
  if (std::isinf(result) && overflows && std::signbit(result) == std::signbit(exact)) return 0;
  if (std::isinf(exact)) return HUGE_VAL;
  const double came = std::isinf(result) ? std::copysign(0x1p128, result) : result;
  if (came == exact) return 0;
  return std::abs(came - exact) / (exact == 0 ? 0x1p-149 : spacing_below(std::abs(exact)));
}

}  // namespace assay::ops
