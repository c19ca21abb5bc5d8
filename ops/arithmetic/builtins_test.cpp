// The table of built-in functions is compared with MPFR, which computes with 120 bits: the
// references lie within their slack, and the permitted sets have exactly the values within the
// limit.
#include "ops/arithmetic/builtins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "ops/arithmetic/float_key.h"
#include "testing/ops/exact_builtins.h"

namespace assay::ops {
namespace {

using namespace testing;

float with_key(std::int64_t key) {
  constexpr std::int64_t kInfinityKey = 0x7f80'0000;
  return float_of_key(static_cast<std::int32_t>(std::clamp(key, -kInfinityKey, kInfinityKey)));
}

/// Arguments: every half (or one in `stride`), random floats, and the neighbours of all edges.
std::vector<float> arguments(const Builtin& f, std::mt19937& random, int samples, int stride = 1) {
  std::vector<float> all;
  for (int bits = 0; bits < 65536; bits += stride)
    if (const auto key = half_key_of_bits(static_cast<std::uint16_t>(bits));
        std::abs(key) <= kHalfInfinityKey)
      all.push_back(bits & 0x8000 ? -half_of_key(std::abs(key)) : half_of_key(key));
  for (int i = 0; i < samples; ++i) {
    all.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    // Most functions do something within these magnitudes.
    const int exponent = static_cast<int>(random() % 16) - 8;
    all.push_back(std::ldexp(static_cast<float>(random()) * 0x1p-32f, exponent) *
                  (random() % 2 ? 1 : -1));
  }
  for (const float edge : f.edges)
    for (int step = -8; step <= 8; ++step)
      for (const float sign : {1.f, -1.f}) all.push_back(sign * with_key(key_of(edge) + step));
  for (int exponent = -149; exponent <= 127; ++exponent)
    for (const float sign : {1.f, -1.f}) all.push_back(sign * std::ldexp(1.f, exponent));
  return all;
}

/// How many results of MPFR were compared.
struct Seen {
  int points = 0;
};

void compare(const Builtin& f, float a, float b, mpfr_srcptr exact, Seen& seen) {
  const Interval permitted = evaluate(f, Interval::of(a), Interval::of(b));
  const auto where = [&] { return ::testing::Message() << f.name << "(" << a << ", " << b << ")"; };
  if (mpfr_nan_p(exact)) {
    ASSERT_EQ(permitted, Interval::nan()) << where();
    return;
  }
  const bool special = a == 0 || std::isinf(a) || (f.binary && (b == 0 || std::isinf(b)));
  if (f.name == "rsqrt" && a == 0) return;  // MPFR ignores the sign of zero
  if (mpfr_inf_p(exact) && (special || mpfr_cmp_d(exact, 0) != 0)) {
    const float infinity = mpfr_sgn(exact) > 0 ? HUGE_VALF : -HUGE_VALF;
    ASSERT_TRUE(permitted.contains(infinity)) << where();
    ASSERT_FALSE(permitted.has_finite() || (permitted.flags & Interval::kNan)) << where();
    return;
  }
  // The correctly rounded result is permitted.
  const float nearest = mpfr_get_flt(exact, MPFR_RNDN);
  ASSERT_TRUE(permitted.contains(nearest)) << where() << " rounds to " << nearest;
  ASSERT_FALSE(permitted.flags & Interval::kNan) << where();
  if (std::isinf(nearest) || (mpfr_zero_p(exact) && special)) return;
  const RealRange range = exact_value(f, a, b);
  ASSERT_LE(mpfr_cmp_d(exact, range.low), 1) << where();
  const bool is_tiny = mpfr_cmpabs(exact, Real(0x1p-1000)) < 0;
  if (!is_tiny) {
    ASSERT_TRUE(mpfr_cmp_d(exact, range.low) >= 0 && mpfr_cmp_d(exact, range.high) <= 0) << where();
  }
  ++seen.points;
  // The ends are within the limit, and what is beyond them is not.
  constexpr double kMargin = 0x1p-20;
  const bool is_limit = (special || (f.binary && a == 1)) && permitted.low == permitted.high;
  if (!permitted.has_finite() || is_limit || mpfr_zero_p(exact)) return;
  for (const int side : {-1, 1}) {
    const float end = side < 0 ? permitted.low : permitted.high;
    ASSERT_LE(error_of(end, exact), f.limit + kMargin) << where() << " may be " << end;
    const float beyond = with_key(std::int64_t{key_of(end)} + side);
    if (beyond == 0) {
      ASSERT_EQ((permitted.flags & Interval::kZeros) != 0, error_of(0, exact) <= f.limit)
          << where();
      continue;
    }
    if (std::isinf(beyond)) continue;
    ASSERT_GE(error_of(beyond, exact), f.limit - kMargin) << where() << " may not be " << beyond;
  }
}

class BuiltinTable : public ::testing::TestWithParam<std::string_view> {};

TEST_P(BuiltinTable, PermitsWhatIsWithinTheLimitAndNothingElse) {
  const Builtin& f = *builtin_named(GetParam());
  std::mt19937 random(1);
  Seen seen;
  const auto compare_at = [&](float a, float b) {
    Real exact;
    find_exact(f, a, b, exact);
    compare(f, a, b, exact, seen);
  };
  if (f.unary) {
    for (const float a : arguments(f, random, 20000)) {
      compare_at(a, 0);
      if (HasFatalFailure()) return;
    }
  } else {
    const std::vector<float> some = arguments(f, random, 200, 97);
    for (int i = 0; i < 60000; ++i) {
      const float a = some[random() % some.size()], b = some[random() % some.size()];
      compare_at(a, b);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(seen.points, 1000);
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinTable, ::testing::ValuesIn(builtin_names()),
                         [](const auto& info) { return std::string(info.param); });

TEST(Builtins, OfAnIntervalHoldWhatTheyGiveForItsValues) {
  std::mt19937 random(2);
  for (const Builtin& f : all_builtins()) {
    const std::vector<float> some = arguments(f, random, 500, 31);
    for (int i = 0; i < 4000; ++i) {
      const auto draw = [&] { return some[random() % some.size()]; };
      const float p = draw();
      if (std::isnan(p)) continue;
      // Narrow and wide intervals.
      const float q = random() % 2 ? with_key(key_of(p) + static_cast<int>(random() % 40)) : draw();
      if (std::isnan(q)) continue;
      const Interval a = Interval::from_to(std::min(p, q), std::max(p, q));
      const float r = draw(), s = random() % 2 ? r : draw();
      if (std::isnan(r) || std::isnan(s)) continue;
      const Interval b = Interval::from_to(std::min(r, s), std::max(r, s));
      const Interval all = evaluate(f, a, b);
      for (int k = 0; k < 8; ++k) {
        const std::int64_t first = key_of(std::min(p, q)), last = key_of(std::max(p, q));
        const float x = with_key(first + static_cast<std::int64_t>(random() % (last - first + 1)));
        const std::int64_t low = key_of(std::min(r, s)), high = key_of(std::max(r, s));
        const float y = with_key(low + static_cast<std::int64_t>(random() % (high - low + 1)));
        if (!a.contains(x) || !b.contains(y)) continue;
        Interval of_point = evaluate(f, Interval::of(x), Interval::of(y)), both = all;
        both.add(of_point);
        ASSERT_EQ(both, all) << f.name << " of " << x << " in " << a.low << " .. " << a.high
                             << " and " << y << " in " << b.low << " .. " << b.high;
      }
    }
  }
}

TEST(Builtins, AreExactWhereTheSpecificationSaysSo) {
  const auto gives = [](std::string_view name, float a, float b = 0) {
    return evaluate(*builtin_named(name), Interval::of(a), Interval::of(b));
  };
  EXPECT_EQ(gives("exp", 0), Interval::of(1));
  EXPECT_EQ(gives("exp", -HUGE_VALF), Interval::of(0));
  EXPECT_EQ(gives("sin", -0.f), Interval::of(-0.f));
  EXPECT_EQ(gives("sin", HUGE_VALF), Interval::nan());
  EXPECT_EQ(gives("log", 1), Interval::of(0));
  EXPECT_EQ(gives("log", -0.f), Interval::of(-HUGE_VALF));
  EXPECT_EQ(gives("log", -1), Interval::nan());
  EXPECT_EQ(gives("acosh", 1), Interval::of(0));
  EXPECT_EQ(gives("atanh", -1), Interval::of(-HUGE_VALF));
  EXPECT_TRUE(gives("tanh", HUGE_VALF).contains(1));
  EXPECT_FALSE(gives("tanh", HUGE_VALF).contains(0.9999996f));
  EXPECT_EQ(gives("rsqrt", -0.f), Interval::of(-HUGE_VALF));
  EXPECT_EQ(gives("pow", 2, 0), Interval::of(1));
  EXPECT_EQ(gives("pow", NAN, 0), Interval::of(1));
  EXPECT_EQ(gives("pow", 1, NAN), Interval::of(1));
  EXPECT_EQ(gives("pow", -8, 1.f / 3), Interval::nan());
  EXPECT_EQ(gives("pow", -0.f, -3), Interval::of(-HUGE_VALF));
  // A zero to the power of an exponent that is known to be positive.
  const auto zero_to_a_quarter = [](float zero) {
    return evaluate(*builtin_named("pow"), Interval::of(zero), Interval::from_to(0.2f, 0.3f));
  };
  EXPECT_EQ(zero_to_a_quarter(0), Interval::of(0));
  EXPECT_EQ(zero_to_a_quarter(-0.f).flags, Interval::kZeros);
  EXPECT_FALSE(zero_to_a_quarter(-0.f).has_finite());
  EXPECT_EQ(gives("atan2", -0.f, 1), Interval::of(-0.f));
  EXPECT_EQ(gives("divide", 1, -0.f), Interval::of(-HUGE_VALF));
  EXPECT_EQ(gives("divide", 0, 0), Interval::nan());
  EXPECT_TRUE(gives("acos", 0).contains(1.5707964f));
  EXPECT_FALSE(gives("acos", 0).contains(1.57f));
}

}  // namespace
}  // namespace assay::ops
