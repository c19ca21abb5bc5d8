// Formulas are evaluated as a conforming device may: with any rounding within the limits, with
// products fused or not, with denormals flushed or not. All of that must be permitted.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ops/arithmetic/float_key.h"
#include "ops/arithmetic/formula_integers.h"
#include "ops/arithmetic/formula_intervals.h"

namespace assay::ops {
namespace {

using Op = Formula::Op;
using Node = Formula::Node;

const std::vector<std::string> kNames{"x", "y"};

Formula formula_of(std::string_view text) { return Formula::parse(text, kNames); }

Interval result(std::string_view text, float x, float y = 0,
                Denormals denormals = Denormals::Kept) {
  const Formula formula = formula_of(text);
  OverIntervals evaluate(formula, denormals);
  return evaluate(std::vector{Interval::of(x), Interval::of(y)}).value;
}

/// A device that rounds as it likes within the limits.
class Device {
 public:
  Device(const Formula& formula, std::mt19937& random, bool flush)
      : formula_(formula), random_(random), flush_(flush) {}

  float run(float x, float y) {
    x_ = operand(x);
    y_ = operand(y);
    return value(formula_.nodes().size() - 1);
  }

 private:
  const Node& node(std::size_t i) const { return formula_.nodes()[i]; }

  /// A denormal may become a zero of any sign.
  float operand(float x) {
    const bool denormal = x != 0 && std::abs(x) < std::numeric_limits<float>::min();
    if (!flush_ || !denormal || random_() % 2) return x;
    return random_() % 2 ? 0.f : -0.f;
  }

  float called(const Builtin& f, float a, float b) {
    const double exact = f.unary ? f.unary(a) : f.binary(a, b);
    const float nearest = static_cast<float>(exact);
    const Interval limits = evaluate(f, Interval::of(a), Interval::of(b));
    if (limits.is_point() || limits.flags) return nearest;
    // Any float that is within the limit, found without the interval's ends.
    const int steps = static_cast<int>(random_() % 40) - 20;
    const float y = float_of_key(key_of(nearest) + steps);
    return ulps_between(y, exact) <= f.limit * (1 - 0x1p-20) ? y : nearest;
  }

  float sum(const Node& n) {
    const bool minus = n.op == Op::Subtract;
    const Node &l = node(n.operands[0]), &r = node(n.operands[1]);
    const auto at = [&](const Node& product, int k) { return value(product.operands[k]); };
    switch (random_() % 3) {
      case 0:
        if (l.op == Op::Multiply) {
          const float b = value(n.operands[1]);
          return std::fma(at(l, 0), at(l, 1), minus ? -b : b);
        }
        break;
      case 1:
        if (r.op == Op::Multiply) {
          const float a = at(r, 0);
          return std::fma(minus ? -a : a, at(r, 1), value(n.operands[0]));
        }
        break;
    }
    const float a = value(n.operands[0]), b = value(n.operands[1]);
    return minus ? a - b : a + b;
  }

  bool holds(const Node& n) {
    const float a = value(n.operands[0]), b = value(n.operands[1]);
    return n.op == Op::Less ? a < b : n.op == Op::GreaterEqual ? a >= b : a == b;
  }

  float value(std::size_t i) { return operand(computed(node(i))); }

  float computed(const Node& n) {
    const auto at = [&](int k) { return value(n.operands[k]); };
    switch (n.op) {
      case Op::Variable:
        return n.variable ? y_ : x_;
      case Op::Number:
        return static_cast<float>(n.number);
      case Op::Call:
        return called(*n.builtin, at(0), n.count > 1 ? at(1) : 0);
      case Op::Negate:
        return -at(0);
      case Op::Add:
      case Op::Subtract:
        return sum(n);
      case Op::Multiply:
        return at(0) * at(1);
      case Op::Divide:
        return called(*builtin_named("divide"), at(0), at(1));
      case Op::Choose:
        return holds(node(n.operands[0])) ? at(1) : at(2);
      case Op::Abs:
        return std::abs(at(0));
      case Op::Max:
        return std::fmax(at(0), at(1));
      case Op::Min:
        return std::fmin(at(0), at(1));
      case Op::Floor:
        return std::floor(at(0));
      default:
        ADD_FAILURE() << "the device lacks an operation";
        return 0;
    }
  }

  const Formula& formula_;
  std::mt19937& random_;
  bool flush_;
  float x_ = 0, y_ = 0;
};

std::string random_formula(std::mt19937& random, int depth) {
  const auto part = [&] { return random_formula(random, depth - 1); };
  if (depth == 0) {
    static const char* const kLeaves[] = {"x", "y", "x", "0.5", "2", "-x", "1"};
    return kLeaves[random() % std::size(kLeaves)];
  }
  switch (random() % 11) {
    case 0:
      return "(" + part() + " + " + part() + ")";
    case 1:
      return "(" + part() + " - " + part() + ")";
    case 2:
      return "(" + part() + " * " + part() + ")";
    case 3:
      return "(" + part() + " / " + part() + ")";
    case 4:
      return "max(" + part() + ", " + part() + ")";
    case 5:
      return "min(" + part() + ", abs(" + part() + "))";
    case 6:
      return "(" + part() + " >= " + part() + " ? " + part() + " : " + part() + ")";
    case 7:
      return "floor(" + part() + ")";
    case 8:
      return "(" + part() + " * " + part() + " + " + part() + ")";
    default: {
      const auto all = all_builtins();
      const Builtin& f = all[random() % all.size()];
      if (f.name == "divide") return part();
      return std::string(f.name) + "(" + part() + (f.binary ? ", " + part() : "") + ")";
    }
  }
}

float random_float(std::mt19937& random) {
  static const float kSpecial[] = {0.f,       -0.f,      1.f,  -1.f, HUGE_VALF, -HUGE_VALF,
                                   NAN,       0x1p-149f, 2.f,  0.5f, 0x1p-126f, -0x1p-127f,
                                   3.402e38f, -1e-40f,   88.f, 1e30f};
  if (random() % 3 == 0) return kSpecial[random() % std::size(kSpecial)];
  if (random() % 4 == 0) return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  return std::ldexp(static_cast<float>(random()) * 0x1p-31f - 1,
                    static_cast<int>(random() % 12) - 5);
}

void every_sound_evaluation_is_permitted(bool flush) {
  std::mt19937 random(flush ? 7 : 3);
  for (int i = 0; i < 6000; ++i) {
    const std::string text = random_formula(random, 1 + static_cast<int>(random() % 3));
    const Formula formula = formula_of(text);
    OverIntervals evaluate(formula, flush ? Denormals::MayBeFlushed : Denormals::Kept);
    for (int k = 0; k < 20; ++k) {
      const float x = random_float(random), y = random_float(random);
      const auto input = [&](float v) {
        return flush ? flushed(Interval::of(v)) : Interval::of(v);
      };
      const Interval all = evaluate(std::vector{input(x), input(y)}).value;
      for (int run = 0; run < 4; ++run) {
        const float came = Device(formula, random, flush).run(x, y);
        ASSERT_TRUE(all.contains(came))
            << text << " with x = " << x << ", y = " << y << " gives " << came << ", not in "
            << all.low << " .. " << all.high << " flags " << all.flags;
      }
    }
  }
}

TEST(Formulas, PermitEverySoundEvaluation) { every_sound_evaluation_is_permitted(false); }
TEST(Formulas, PermitEverySoundEvaluationThatFlushes) { every_sound_evaluation_is_permitted(true); }

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
