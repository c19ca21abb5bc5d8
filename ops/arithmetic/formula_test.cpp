// What formulas mean, and what they permit at single points. sound_evaluations_test.cpp has them
// evaluated as conforming devices may.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/formula_integers.h"
#include "ops/arithmetic/formula_intervals.h"

namespace assay::ops {
namespace {

const std::vector<std::string> kNames{"x", "y"};

Formula formula_of(std::string_view text) { return Formula::parse(text, kNames); }

Interval result(std::string_view text, float x, float y = 0,
                Denormals denormals = Denormals::Kept) {
  const Formula formula = formula_of(text);
  OverIntervals evaluate(formula, denormals);
  return evaluate(std::vector{Interval::of(x), Interval::of(y)}).value;
}

TEST(Formulas, AreExactWhereOperationsAre) {
  EXPECT_EQ(result("x + y", 1, 0x1p-24f), Interval::of(1));
  EXPECT_EQ(result("x * y", 3, -0.f), Interval::of(-0.f));
  EXPECT_EQ(result("x - x", HUGE_VALF), Interval::nan());
  EXPECT_EQ(result("abs(x)", -3), Interval::of(3));
  EXPECT_EQ(result("rint(x)", 2.5f), Interval::of(2));
  EXPECT_EQ(result("round(x)", 2.5f), Interval::of(3));
  EXPECT_EQ(result("sign(x)", NAN), Interval::of(0));
  EXPECT_EQ(result("x >= 0 ? x : 2 * x", -3), Interval::of(-6));
  EXPECT_EQ(result("max(x, y)", -HUGE_VALF, 4), Interval::of(4));
  EXPECT_TRUE(result("max(x, y)", NAN, 4).contains(4));
  EXPECT_TRUE(result("max(x, y)", NAN, 4).contains(NAN));
  EXPECT_EQ(result("1 / x", -0.f), Interval::of(-HUGE_VALF));
}

TEST(Formulas, HoldBothReadingsOfAProductThatIsAdded) {
  const float x = 1 + 0x1p-12f;
  const Interval all = result("x * x - y", x, 1 + 0x1p-11f);
  EXPECT_TRUE(all.contains(0x1p-24f));
  EXPECT_TRUE(all.contains(0));
  EXPECT_FALSE(all.contains(0x1p-23f));
  EXPECT_EQ(result("fma(x, x, -y)", x, 1 + 0x1p-11f), Interval::of(0x1p-24f));
}

TEST(Formulas, MayFlushDenormalsOnlyWhereTheDeviceDoes) {
  EXPECT_EQ(result("x * 0.5", 0x1p-126f), Interval::of(0x1p-127f));
  const Interval flushed = result("x * 0.5", 0x1p-126f, 0, Denormals::MayBeFlushed);
  EXPECT_TRUE(flushed.contains(0) && flushed.contains(0x1p-127f));
  EXPECT_FALSE(flushed.contains(0x1p-128f));
}

TEST(Formulas, KeepEachUlpBeyondTheLimitOut) {
  // exp(1) is 2.7182817 by correct rounding, and 3 ULP are permitted.
  const Interval all = result("exp(x)", 1);
  const std::int32_t nearest = key_of(2.7182817f);
  EXPECT_TRUE(all.contains(float_of_key(nearest + 3)));
  EXPECT_FALSE(all.contains(float_of_key(nearest + 4)));
  EXPECT_FALSE(all.contains(float_of_key(nearest - 4)));
}

std::optional<std::int64_t> integer(std::string_view text, std::int64_t x, std::int64_t y,
                                    IntegerType type) {
  return evaluate(formula_of(text), std::vector{x, y}, type);
}

TEST(Formulas, OfIntegersWrap) {
  const IntegerType i8{8, true}, u8{8, false}, i64{64, true};
  EXPECT_EQ(integer("x + y", 127, 1, i8), -128);
  EXPECT_EQ(integer("x * y", 200, 2, u8), 144);
  EXPECT_EQ(integer("abs(x)", -128, 0, i8), -128);
  EXPECT_EQ(integer("-x", INT64_MIN, 0, i64), INT64_MIN);
  EXPECT_EQ(integer("x / y", -7, 2, i8), -3);
  EXPECT_EQ(integer("x / y", 1, 0, i8), std::nullopt);
  EXPECT_EQ(integer("x / y", -128, -1, i8), std::nullopt);
  EXPECT_EQ(integer("x % y", -7, 2, i8), -1);
  EXPECT_EQ(integer("x << y", 255, 4, u8), 240);
  EXPECT_EQ(integer("x >> y", 255, 8, u8), std::nullopt);
  EXPECT_EQ(integer("max(x, y)", -1, 1, i8), 1);
  EXPECT_EQ(integer("max(x, y)", 255, 1, u8), 255);
  EXPECT_EQ(integer("~x", 0, 0, u8), 255);
  EXPECT_EQ(integer("popcount(x)", -1, 0, i8), 8);
  EXPECT_EQ(integer("y == 0 ? x : x / y", 5, 0, i8), 5);
}

TEST(Formulas, ThatHaveNoMeaningAreRefusedWithTheirColumn) {
  const auto column = [](std::string_view text) -> std::size_t {
    try {
      formula_of(text);
      return 0;
    } catch (const FormulaError& e) {
      return e.column;
    }
  };
  EXPECT_EQ(column("x + z"), 5u);
  EXPECT_EQ(column("exq(x)"), 1u);
  EXPECT_EQ(column("exp(x"), 6u);
  EXPECT_EQ(column("x y"), 3u);
  EXPECT_EQ(column("x ? 1 : 2"), 10u);
  EXPECT_EQ(column(std::string(100, '-') + "x"), 33u);
  EXPECT_EQ(column("pow(x, y) * (x - 1.5)"), 0u);
}

TEST(Formulas, BindAsInC) {
  EXPECT_EQ(integer("1 + 2 * x", 3, 0, {32, true}), 7);
  EXPECT_EQ(integer("x - 1 - 1", 3, 0, {32, true}), 1);
  EXPECT_EQ(integer("x & 1 | 2", 5, 0, {32, true}), 3);
  EXPECT_EQ(integer("x < 3 == 0", 5, 0, {32, true}), 1);
  EXPECT_EQ(integer("-x * 2", 5, 0, {32, true}), -10);
}

}  // namespace
}  // namespace assay::ops
