#pragma once

#include <cmath>
#include <limits>
#include <random>

/// Terms of sums, for the tests of intervals.
namespace assay::ops::testing {

constexpr float kPlusInf = std::numeric_limits<float>::infinity();
constexpr float kQuietNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargestTerm = std::numeric_limits<float>::max();

/// A random term of a family, 0 to 6: of one sign, of both, small integers, near the largest
/// floats, near the denormals, of all magnitudes, and with infinities and NaN. Families below 6 are
/// finite.
inline float random_value(std::mt19937& random, int family) {
  const auto real = [&](double low, double high) {
    return static_cast<float>(std::uniform_real_distribution<>(low, high)(random));
  };
  switch (family) {
    case 0:
      return real(0, 1);
    case 1:
      return real(-100, 100);
    case 2:
      return static_cast<float>(static_cast<int>(random() % 41) - 20);
    case 3:
      return random() % 4 ? real(-0x1p126, 0x1p126) : std::copysign(kLargestTerm, real(-1, 1));
    case 4:
      return real(-0x1p-125, 0x1p-125);
    case 5:
      return std::ldexp(real(-1, 1), static_cast<int>(random() % 280) - 150);
    default:
      if (random() % 20 == 0)
        return random() % 3 ? (random() % 2 ? kPlusInf : -kPlusInf) : kQuietNan;
      return random() % 5 ? real(-2, 2) : 0.f;
  }
}

}  // namespace assay::ops::testing
