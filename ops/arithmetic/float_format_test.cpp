#include "ops/arithmetic/float_format.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace assay::ops {
namespace {

TEST(FloatFormat, RoundsAsTheHardwareDoes) {
  EXPECT_TRUE(rc::check("FLOAT32 rounds like a conversion to float", [](std::uint64_t bits) {
    const double x =
        std::bit_cast<double>((bits & 0xbfff'ffff'ffff'ffffu) | 0x3000'0000'0000'0000u);
    const double small = std::fmod(x, 0x1p-120), middle = std::fmod(x, 0x1p30);
    for (double y : {small, middle, std::ldexp(middle, -150)})
      RC_ASSERT(kFloat32.round(y) == static_cast<double>(static_cast<float>(y)));
  }));
  EXPECT_TRUE(rc::check(
      "every FLOAT16 value and the middle of two round to nearest even", [](std::uint16_t bits) {
        const auto value = [](std::uint16_t b) -> double {
          return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(b));
        };
        const std::uint16_t low = bits & 0x7bff, high = static_cast<std::uint16_t>(low + 1);
        RC_PRE(high < 0x7c00);
        const double middle = (value(low) + value(high)) / 2;
        RC_ASSERT(kFloat16.round(value(low)) == value(low));
        RC_ASSERT(kFloat16.round(middle) == value(low % 2 ? high : low));
        RC_ASSERT(kFloat16.round(std::nextafter(middle, 0)) == value(low));
        RC_ASSERT(kFloat16.round(-std::nextafter(middle, 1e9)) == -value(high));
      }));
}

TEST(FloatFormat, KnowsItsLimits) {
  using Limits = std::numeric_limits<float>;
  EXPECT_EQ(kFloat32.largest, Limits::max());
  EXPECT_EQ(kFloat32.smallest_normal, Limits::min());
  EXPECT_EQ(kFloat32.overflow, Limits::max() + std::ldexp(1, 103));
  EXPECT_EQ(kFloat32.unit_roundoff(), Limits::epsilon() / 2);
  EXPECT_EQ(kFloat16.unit_roundoff(), 0x1p-11);
}

}  // namespace
}  // namespace assay::ops
