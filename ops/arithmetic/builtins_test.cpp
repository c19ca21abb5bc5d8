// The table of built-in functions is compared with MPFR, which computes with 120 bits: the
// references lie within their slack, and the permitted sets have exactly the values within the
// limit.
#include "ops/arithmetic/builtins.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "ops/arithmetic/float_key.h"

namespace assay::ops {
namespace {

constexpr int kPrecision = 120;
/// With this precision, 1 + x^2 is no power of two, whatever float x is.
constexpr int kHighPrecision = 800;

class Real {
 public:
  explicit Real(int precision = kPrecision) { mpfr_init2(x_, precision); }
  explicit Real(double value) : Real(kPrecision) { mpfr_set_d(x_, value, MPFR_RNDN); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(x_); }
  operator mpfr_ptr() { return x_; }
  operator mpfr_srcptr() const { return x_; }

 private:
  mpfr_t x_;
};

int exp10_of(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_exp10(r, x, rounding); }
int rsqrt_of(mpfr_t r, mpfr_srcptr x, mpfr_rnd_t rounding) { return mpfr_rec_sqrt(r, x, rounding); }

using Unary = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

const std::map<std::string_view, Unary> kUnary{
    {"exp", mpfr_exp},     {"exp2", mpfr_exp2},   {"exp10", exp10_of},   {"expm1", mpfr_expm1},
    {"log", mpfr_log},     {"log2", mpfr_log2},   {"log10", mpfr_log10}, {"log1p", mpfr_log1p},
    {"sqrt", mpfr_sqrt},   {"rsqrt", rsqrt_of},   {"cbrt", mpfr_cbrt},   {"sin", mpfr_sin},
    {"cos", mpfr_cos},     {"tan", mpfr_tan},     {"asin", mpfr_asin},   {"acos", mpfr_acos},
    {"atan", mpfr_atan},   {"sinh", mpfr_sinh},   {"cosh", mpfr_cosh},   {"tanh", mpfr_tanh},
    {"asinh", mpfr_asinh}, {"acosh", mpfr_acosh}, {"atanh", mpfr_atanh}, {"erf", mpfr_erf},
    {"erfc", mpfr_erfc}};
const std::map<std::string_view, Binary> kBinary{
    {"pow", mpfr_pow}, {"atan2", mpfr_atan2}, {"divide", mpfr_div}};

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

/// ULP of an exact result, as section 7.4 defines it; by MPFR, and not as the code under test does.
double ulp_of(mpfr_srcptr exact) {
  if (mpfr_zero_p(exact)) return 0x1p-149;
  mpfr_exp_t exponent = mpfr_get_exp(exact);  // the value is in 2^(exponent-1) .. 2^exponent
  Real power;
  mpfr_set_ui_2exp(power, 1, exponent - 1, MPFR_RNDN);
  if (mpfr_cmpabs(exact, power) == 0) --exponent;
  return std::ldexp(1, static_cast<int>(std::clamp<mpfr_exp_t>(exponent, -125, 128)) - 24);
}

/// The error of a finite float in ULP of the exact result.
double error_of(float y, mpfr_srcptr exact) {
  Real error(kHighPrecision);
  mpfr_set_flt(error, y, MPFR_RNDN);
  mpfr_sub(error, error, exact, MPFR_RNDN);
  mpfr_div_d(error, error, ulp_of(exact), MPFR_RNDN);
  return std::abs(mpfr_get_d(error, MPFR_RNDN));
}

bool is_power_of_two(mpfr_srcptr x) { return mpfr_regular_p(x) && mpfr_min_prec(x) == 1; }

/// Whether a result that was rounded to a power of two is none. ULP differs on both its sides.
bool is_ambiguous(mpfr_srcptr result, int rounding) {
  return rounding != 0 && is_power_of_two(result);
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
  mpfr_set_emin(-1073741823);
  Seen seen;
  Real x, y;
  if (f.unary) {
    ASSERT_TRUE(kUnary.contains(f.name));
    for (const float a : arguments(f, random, 20000)) {
      mpfr_set_flt(x, a, MPFR_RNDN);
      Real exact, more(kHighPrecision);
      const bool again = is_ambiguous(exact, kUnary.at(f.name)(exact, x, MPFR_RNDN));
      if (again) kUnary.at(f.name)(more, x, MPFR_RNDN);
      compare(f, a, 0, again ? more : exact, seen);
      if (HasFatalFailure()) return;
    }
  } else {
    ASSERT_TRUE(kBinary.contains(f.name));
    const std::vector<float> some = arguments(f, random, 200, 97);
    for (int i = 0; i < 60000; ++i) {
      const float a = some[random() % some.size()], b = some[random() % some.size()];
      mpfr_set_flt(x, a, MPFR_RNDN);
      mpfr_set_flt(y, b, MPFR_RNDN);
      Real exact, more(kHighPrecision);
      const bool again = is_ambiguous(exact, kBinary.at(f.name)(exact, x, y, MPFR_RNDN));
      if (again) kBinary.at(f.name)(more, x, y, MPFR_RNDN);
      compare(f, a, b, again ? more : exact, seen);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(seen.points, 1000);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> all;
  for (const Builtin& f : all_builtins()) all.push_back(f.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinTable, ::testing::ValuesIn(names()),
                         [](const auto& info) { return std::string(info.param); });

/// The exact result of a function at halves, without the ambiguity of a power of two.
void find_exact(const Builtin& f, float a, float b, Real& exact, int precision) {
  Real x, y;
  mpfr_set_flt(x, a, MPFR_RNDN);
  mpfr_set_flt(y, b, MPFR_RNDN);
  mpfr_set_prec(exact, precision);
  const int rounding =
      f.unary ? kUnary.at(f.name)(exact, x, MPFR_RNDN) : kBinary.at(f.name)(exact, x, y, MPFR_RNDN);
  if (precision == kPrecision && is_ambiguous(exact, rounding))
    find_exact(f, a, b, exact, kHighPrecision);
}

/// The error of a finite half in ULP of halves.
double half_error_of(float y, mpfr_srcptr exact) {
  // In halves the least exponent is 112 above that in floats, and a significand has 13 bits less.
  double ulp = mpfr_zero_p(exact) ? 0 : ulp_of(exact) * 0x1p13;
  return error_of(y, exact) * ulp_of(exact) / std::max(ulp, 0x1p-24);
}

TEST_P(BuiltinTable, PermitsOfHalvesWhatIsWithinTheLimitOfTheirTable) {
  const Builtin& f = *builtin_named(GetParam());
  mpfr_set_emin(-1073741823);
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
    find_exact(f, a, b, exact, kPrecision);
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
