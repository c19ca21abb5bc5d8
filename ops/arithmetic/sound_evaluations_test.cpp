// Formulas are evaluated as a conforming device may: with any rounding within the limits, with
// products fused or not, with denormals flushed or not. All of that must be permitted.
#include <gtest/gtest.h>

#include "ops/arithmetic/formula_intervals.h"
#include "ops/arithmetic/half_rounding.h"
#include "testing/ops/rounding_device.h"

namespace assay::ops {
namespace {

using namespace testing;

void expect_every_sound_evaluation(Precision precision, bool flush) {
  static const std::vector<std::string> kNames{"x", "y"};
  const float least = precision == Precision::Half ? 0x1p-14f : 0x1p-126f;
  std::mt19937 random(flush ? 7 : 3);
  for (int i = 0; i < 6000; ++i) {
    const std::string text = random_formula(random, 1 + static_cast<int>(random() % 3));
    const Formula formula = Formula::parse(text, kNames);
    OverIntervals evaluate(formula, flush ? Denormals::MayBeFlushed : Denormals::Kept, precision);
    for (int k = 0; k < 20; ++k) {
      const float x = random_float(random, precision), y = random_float(random, precision);
      const auto input = [&](float v) {
        return flush ? flushed(Interval::of(v), least) : Interval::of(v);
      };
      const Interval all = evaluate(std::vector{input(x), input(y)}).value;
      for (int run = 0; run < 4; ++run) {
        const float came = RoundingDevice(formula, random, flush, precision).run(x, y);
        ASSERT_TRUE(all.contains(came))
            << text << " with x = " << x << ", y = " << y << " gives " << came << ", not in "
            << all.low << " .. " << all.high << " flags " << all.flags;
      }
    }
  }
}

TEST(SoundEvaluations, ArePermitted) { expect_every_sound_evaluation(Precision::Single, false); }

TEST(SoundEvaluations, ThatFlushDenormalsArePermitted) {
  expect_every_sound_evaluation(Precision::Single, true);
}

TEST(SoundEvaluations, InHalvesArePermitted) {
  expect_every_sound_evaluation(Precision::Half, false);
}

TEST(SoundEvaluations, InHalvesThatFlushDenormalsArePermitted) {
  expect_every_sound_evaluation(Precision::Half, true);
}

Interval half_result(const char* text, float x, float y = 0) {
  static const std::vector<std::string> kNames{"x", "y"};
  const Formula formula = Formula::parse(text, kNames);
  OverIntervals evaluate(formula, Denormals::Kept, Precision::Half);
  return rounded_to_half(evaluate(std::vector{Interval::of(x), Interval::of(y)}).value);
}

TEST(HalfFormulas, AreRoundedCorrectlyWhereOneOperationIs) {
  EXPECT_EQ(half_result("x + y", 1, 0x1p-11f), Interval::of(1));
  EXPECT_EQ(half_result("x + y", 1, 0x1.8p-11f), Interval::of(1 + 0x1p-10f));
  EXPECT_EQ(half_result("x * y", 0x1.004p0f, 0x1.004p0f), Interval::of(0x1.008p0f));
  EXPECT_EQ(half_result("x - y", 65504, -16), Interval::of(HUGE_VALF));
  EXPECT_EQ(half_result("x / y", 1, 3), Interval::of(0x1.554p-2f));
  EXPECT_EQ(half_result("x / y", 65504, 1), Interval::of(65504));
}

TEST(HalfFormulas, MayLoseInEachStepWhatFloat16CannotHold) {
  // 1 + 2^-11 is 1 in FLOAT16 and itself in FLOAT32.
  const Interval all = half_result("(x + y) - 1", 1, 0x1p-11f);
  EXPECT_TRUE(all.contains(0) && all.contains(0x1p-11f));
  EXPECT_FALSE(all.contains(0x1p-10f));
  EXPECT_TRUE(half_result("x * 2 - y", 65504, 65504).contains(HUGE_VALF));
}

TEST(HalfFormulas, KeepEachUlpBeyondTheLimitOut) {
  // exp(1) is a quarter of an ULP below 0x1.5cp1, and 2 ULP of 2^-9 are permitted.
  EXPECT_EQ(half_result("exp(x)", 1), Interval::from_to(0x1.5b8p1f, 0x1.5c4p1f));
}

TEST(HalfFormulas, MayHaveSomewhatMoreBehindAFunction) {
  // The function's result need not be rounded before it is doubled.
  EXPECT_EQ(half_result("exp(x) + exp(x)", 1), Interval::from_to(0x1.5b8p2f, 0x1.5c8p2f));
}

}  // namespace
}  // namespace assay::ops
