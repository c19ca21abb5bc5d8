// The limits of built-in functions of halves are compared with MPFR.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ops/arithmetic/builtins.h"
#include "ops/arithmetic/float_key.h"
#include "testing/ops/exact_builtins.h"

namespace assay::ops {
namespace {

using namespace testing;

/// The error of a finite half in ULP of halves.
double half_error_of(float y, mpfr_srcptr exact) {
  // In halves the least exponent is 112 above that in floats, and a significand has 13 bits less.
  double ulp = mpfr_zero_p(exact) ? 0 : ulp_of(exact) * 0x1p13;
  return error_of(y, exact) * ulp_of(exact) / std::max(ulp, 0x1p-24);
}

class HalfBuiltins : public ::testing::TestWithParam<std::string_view> {};

TEST_P(HalfBuiltins, PermitsOfHalvesWhatIsWithinTheLimitOfTheirTable) {
  const Builtin& f = *builtin_named(GetParam());
  std::mt19937 random(1);
  // All halves would take MPFR some seconds a function.
  int points = 0;
  for (std::uint32_t bits = random() % 17; bits < 65536; bits += 17) {
    const auto half = [](std::uint32_t h) {
      const std::int32_t key = half_key_of_bits(static_cast<std::uint16_t>(h));
      return std::abs(key) > kHalfInfinityKey ? NAN : half_of_key(key);
    };
    const float a = half(bits), b = f.binary ? half(random() % 65536) : 0;
    if (!std::isfinite(a) || !std::isfinite(b) || a == 0 || (f.binary && (b == 0 || a == 1)))
      continue;
    const Interval permitted = evaluate(f, Interval::of(a), Interval::of(b), Precision::Half);
    Real exact;
    find_exact(f, a, b, exact);
    const auto where = [&] {
      return ::testing::Message() << f.name << "(" << a << ", " << b << ")";
    };
    if (mpfr_nan_p(exact)) {
      ASSERT_EQ(permitted, Interval::nan()) << where();
      continue;
    }
    if (mpfr_cmpabs(exact, Real(65520.0)) >= 0) {
      ASSERT_TRUE(permitted.contains(mpfr_cmp_d(exact, 0) > 0 ? HUGE_VALF : -HUGE_VALF)) << where();
      continue;
    }
    const std::int32_t middle = half_key_of(mpfr_get_flt(exact, MPFR_RNDN));
    double least = HUGE_VAL;
    for (std::int32_t key = middle - 6; key <= middle + 6; ++key) {
      if (std::abs(key) >= kHalfInfinityKey) continue;
      const double error = half_error_of(half_of_key(key), exact);
      least = std::min(least, error);
      if (std::abs(error - f.half_limit) < 0x1p-20) continue;
      ASSERT_EQ(permitted.contains(half_of_key(key)), error < f.half_limit)
          << where() << " = " << half_of_key(key) << "? off by " << error;
    }
    ASSERT_LE(least, 0.5) << where();
    ++points;
  }
  EXPECT_GT(points, 300);
}

INSTANTIATE_TEST_SUITE_P(All, HalfBuiltins, ::testing::ValuesIn(builtin_names()),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace assay::ops
