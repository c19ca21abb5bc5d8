// The oracle of the families permits the correctly rounded result of a formula, and no neighbour
// beyond what its operations may be off.
#include "ops/elementwise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/arithmetic/formula_real.h"
#include "ops/float_types.h"
#include "ops/oracles/coordinates.h"
#include "ops/value_key.h"
#include "testing/ops/formula_operator.h"

namespace assay::ops {
namespace {

using namespace testing;

void a_sum_is_rounded_once(std::mt19937_64& random) {
  const Operator add("x + y");
  const auto draw = [&] { return std::bit_cast<half>(static_cast<std::uint16_t>(random())); };
  const half x = draw(), y = draw();
  const PermittedTensor p =
      add.permitted(DataType::FLOAT16, bytes_of<half>({x}), bytes_of<half>({y}));
  const half sum(static_cast<float>(x) + static_cast<float>(y));
  RC_ASSERT(permits(p, 0, pattern(sum)));
  if (std::isnan(static_cast<float>(sum)) || sum == half(0)) return;
  for (const int step : {-1, 1})
    RC_ASSERT(!permits(p, 0, static_cast<std::uint16_t>(pattern(sum) + step)));
}

TEST(Elementwise, RoundsSumsOfHalvesOnce) {
  EXPECT_TRUE(holds("one half is the sum of two", a_sum_is_rounded_once));
}

TEST(Elementwise, PermitsTheExactValueOfAFormula) {
  // Its rounded argument and constant put the device's results of erfc beside the exact value.
  const Operator gelu("0.5 * x * erfc(-x * 0.70710678118654752)");
  std::vector<float> xs;
  for (float x = -12; x < 6; x += 0.37f) xs.push_back(x);
  const PermittedTensor p = gelu.permitted(DataType::FLOAT32, bytes_of(xs), bytes_of(xs));
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double exact = 0.5 * xs[i] * std::erfc(-xs[i] / std::sqrt(2.0));
    EXPECT_TRUE(permits(p, i, pattern(static_cast<float>(exact)))) << xs[i];
    EXPECT_FALSE(permits(p, i, pattern(static_cast<float>(exact * 1.01)))) << xs[i];
  }
}

/// What a device gives that computes a formula with doubles and is off by some ULP of these.
void what_doubles_give_is_permitted(std::mt19937_64& random) {
  static const std::string_view kFormulas[] = {"(x + y) * 0.5",
                                               "(x - y) * (x - y)",
                                               "y * tanh(x * y)",
                                               "x / (1 + exp(-y * x))",
                                               "0.5 * x * erfc(-x * 0.70710678118654752)",
                                               "(max(y * x, 0) + log1p(exp(-abs(y * x)))) / y",
                                               "max(0, x) + min(0, y * expm1(x / y))"};
  const std::string_view text = kFormulas[random() % std::size(kFormulas)];
  const Operator of(text);
  const Formula& formula = *of.signature.formula;
  const bool has_functions = std::ranges::any_of(
      formula.nodes(), [](const Formula::Node& node) { return node.op == Formula::Op::Call; });
  std::vector<float> x(64), y(64);
  for (std::vector<float>* values : {&x, &y})
    for (float& value : *values)
      value = random() % 4 ? std::ldexp(static_cast<float>(random() % 0x1000000) * 0x1p-23f - 1,
                                        static_cast<int>(random() % 16) - 8)
                           : std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  const PermittedTensor p = of.permitted(DataType::FLOAT32, bytes_of(x), bytes_of(y));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = real_value(formula, std::vector<double>{x[i], y[i], 0, 0});
    const double off = has_functions ? (static_cast<double>(random() % 3) - 1) * 0x1p-46 : 0;
    RC_ASSERT(permits(p, i, pattern(static_cast<float>(exact * (1 + off)))));
  }
}

TEST(Elementwise, PermitsWhatDoublesGive) {
  EXPECT_TRUE(holds("doubles are rounded once", what_doubles_give_is_permitted));
}

TEST(Elementwise, PermitsHalvesThatAreRoundedOnceAndThoseThatWereFloatsBefore) {
  // The product lies just above the middle of two halves, and as a float in the middle.
  const Operator scale("x * 1.00048828125012");
  const PermittedTensor p =
      scale.permitted(DataType::FLOAT16, bytes_of<half>({half(1)}), bytes_of<half>({half(0)}));
  EXPECT_TRUE(permits(p, 0, pattern(half(1))) && permits(p, 0, pattern(half(1 + 0x1p-10f))));
}

TEST(Elementwise, PermitsNaNWhereRoundingAloneBringsAnArgumentIntoTheDomain) {
  // As floats, 1 + 2^-30 is 1, whose arc cosine is 0.
  const Operator of("acos(x + y)");
  const PermittedTensor p =
      of.permitted(DataType::FLOAT32, bytes_of<float>({1, 1}), bytes_of<float>({0x1p-30f, 0}));
  EXPECT_TRUE(permits(p, 0, pattern(0.f)) && permits(p, 0, 0x7fc00000));
  EXPECT_FALSE(permits(p, 1, 0x7fc00000));
}

TEST(Elementwise, PermitsBothNeighboursWhereFunctionsOfDoublesMayDecide) {
  // A function of doubles may be off to the other side of what is nearly halfway between floats.
  const auto permits_upper = [&](const char* text) {
    return permits(Operator(text).permitted(DataType::FLOAT32, bytes_of<float>({1}),
                                            bytes_of<float>({1 + 0x1p-23f})),
                   0, pattern(1 + 0x1p-23f));
  };
  EXPECT_FALSE(permits_upper("(x + y) * 0.5"));
  EXPECT_FALSE(permits_upper("(x + y) * 0.5 * 0.99999999999999 * sign(x)"));
  EXPECT_TRUE(permits_upper("(x + y) * 0.5 * 0.99999999999999 * erfc(x * 1e-60)"));
  // The exact value lies below what is halfway by less than doubles can tell.
  EXPECT_TRUE(permits_upper("(x + y) * 0.5 * erfc(x * 1e-60)"));
  // The function has no part in the result.
  EXPECT_FALSE(permits_upper("x > 0 ? (x + y) * 0.5 : expm1(x)"));
  EXPECT_FALSE(permits_upper("(x + y) * 0.5 + log1p(exp(-100 * x))"));
  // A function of zero that gives 1 does so exactly, so all doubles are rounded alike.
  EXPECT_FALSE(permits_upper("(x + y) * 0.5 * exp(x - x)"));
  EXPECT_FALSE(permits_upper("(x + y) * 0.5 * 0.99999999999999 * exp(x - x)"));
}

TEST(Elementwise, ThePowerOfASignallingNaNMayStayNaNAndThatOfAQuietOneMayNot) {
  const Operator power("pow(x, Alpha)"), either("x > Alpha ? x : y");
  const Bytes x = bytes_of<std::uint32_t>({0x7f800001, 0xffad06c5, 0x7fc00000, 0xffc00001});
  const Bytes y = bytes_of<float>({1, 1, 1, 1});
  for (const Operator* of : {&power, &either}) {
    const PermittedTensor p = of->permitted(DataType::FLOAT32, x, y);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(permits(p, i, pattern(1.f))) << i;
      EXPECT_EQ(permits(p, i, 0x7fc00000), of == &power && i < 2) << i;
    }
  }
}

TEST(Elementwise, OverflowsAtTheHalfwayPointOfHalves) {
  const Operator twice("x + x");
  const auto permitted = [&](float x) {
    return twice.permitted(DataType::FLOAT16, bytes_of<half>({half(x)}), bytes_of<half>({half(0)}));
  };
  EXPECT_TRUE(permits(permitted(32752), 0, 0x7bff));
  EXPECT_FALSE(permits(permitted(32752), 0, 0x7c00));
  EXPECT_TRUE(permits(permitted(32768), 0, 0x7c00));
}

TEST(Elementwise, KeepsHalfDenormalsOnDevicesThatFlushFloats) {
  const Operator half_of("x * 0.5");
  const PermittedTensor p = half_of.permitted(DataType::FLOAT16, bytes_of<half>({half(0x1p-23f)}),
                                              bytes_of<half>({half(0)}), {}, {.flush32 = true});
  EXPECT_TRUE(permits(p, 0, 1));
  EXPECT_FALSE(permits(p, 0, 0));
  const PermittedTensor q = half_of.permitted(DataType::FLOAT32, bytes_of<float>({0x1p-126f}),
                                              bytes_of<float>({0}), {}, {.flush32 = true});
  EXPECT_TRUE(permits(q, 0, pattern(0x1p-127f)) && permits(q, 0, pattern(-0.f)));
  EXPECT_FALSE(permits(q, 0, pattern(0x1p-128f)));
}

TEST(Elementwise, GivesConditionsAsOneAndZero) {
  const Operator less("x < y");
  const PermittedTensor p = less.permitted(DataType::FLOAT32, bytes_of<float>({1, 2, NAN, -0.f}),
                                           bytes_of<float>({2, 1, 1, 0}), DataType::UINT8);
  EXPECT_EQ(p.bytes, bytes_of<std::uint8_t>({1, 0, 0, 0}));
  EXPECT_TRUE(p.one_of.empty());
  const PermittedTensor q =
      less.permitted(DataType::FLOAT32, bytes_of<float>({0}), bytes_of<float>({1e-40f}),
                     DataType::UINT8, {.flush32 = true});
  EXPECT_TRUE(permits(q, 0, 0) && permits(q, 0, 1));
  EXPECT_FALSE(permits(q, 0, 2));
}

TEST(Elementwise, PermitsAnythingWhereIntegersHaveNoQuotient) {
  const Operator divide("x / y", true);
  const PermittedTensor p =
      divide.permitted(DataType::INT8, bytes_of<std::int8_t>({7, 7, -128, -7}),
                       bytes_of<std::int8_t>({0, 2, -1, 2}));
  EXPECT_TRUE(permits_anything(p, 0) && permits_anything(p, 2));
  EXPECT_FALSE(permits_anything(p, 1) || permits_anything(p, 3));
  EXPECT_TRUE(permits(p, 1, 3) && permits(p, 3, 0xfd));
}

TEST(Elementwise, TakesMembersAsVariables) {
  const Operator scale("x * Alpha");
  Problem problem{Descriptor(scale.signature), {}};
  for (TensorDesc& t : problem.descriptor.tensors) t.sizes = {1};
  problem.descriptor.values[0][0] = 0x40400000;  // 3
  problem.data.push_back(bytes_of<float>({5}));
  problem.data.push_back(bytes_of<float>({0}));
  problem.data.push_back({});
  Permitted all;
  ask(compute_each, problem, {}, all);
  EXPECT_TRUE(permits(all.tensors[2], 0, pattern(15.f)));
  EXPECT_FALSE(permits(all.tensors[2], 0, pattern(14.f)));
}

/// What max(x, Least) permits, where Least is a scalar of the elements' type.
PermittedTensor at_least(DataType type, const Bytes& x, std::uint64_t least) {
  Signature signature;
  signature.operator_name = "test";
  signature.family = "unary";
  signature.add("xTensor", Kind::Input).variable = "x";
  signature.add("OutputTensor", Kind::Output);
  const std::size_t type_place = signature.add("LeastDataType", Kind::Type).place;
  signature.add("Least", Kind::Scalar).type_place = type_place;
  const std::vector<std::string> names{"x", "OutputTensor", "LeastDataType", "Least"};
  signature.formula = std::make_shared<const Formula>(Formula::parse("max(x, Least)", names));
  signature.integer_formula = signature.formula;
  Problem problem{Descriptor(signature), {}};
  for (TensorDesc& t : problem.descriptor.tensors) {
    t.type = type;
    t.sizes = {static_cast<std::int64_t>(x.size() / size_of(type))};
  }
  problem.descriptor.values[0] = {static_cast<std::int64_t>(type)};
  problem.descriptor.values[1] = {key_of(type, least)};
  problem.data.push_back(x);
  problem.data.push_back({});
  Permitted all;
  ask(compute_each, problem, {}, all);
  return all.tensors[1];
}

TEST(Elementwise, AScalarHasTheTypeOfTheElements) {
  const PermittedTensor floats =
      at_least(DataType::FLOAT32, bytes_of<float>({1, 3}), pattern(2.5f));
  EXPECT_FALSE(first_unpermitted(floats, bytes_of<float>({2.5f, 3})));
  EXPECT_EQ(first_unpermitted(floats, bytes_of<float>({1, 3})), 0u);
  const PermittedTensor halves =
      at_least(DataType::FLOAT16, bytes_of<half>({half(1), half(3)}), pattern(half(2.5f)));
  EXPECT_FALSE(first_unpermitted(halves, bytes_of<half>({half(2.5f), half(3)})));
  const PermittedTensor negative =
      at_least(DataType::INT8, bytes_of<std::int8_t>({-7, 3}), std::uint8_t(-5));
  EXPECT_FALSE(first_unpermitted(negative, bytes_of<std::int8_t>({-5, 3})));
  const PermittedTensor large =
      at_least(DataType::UINT64, bytes_of<std::uint64_t>({1, ~0ull}), 1ull << 63);
  EXPECT_FALSE(first_unpermitted(large, bytes_of<std::uint64_t>({1ull << 63, ~0ull})));
}

}  // namespace
}  // namespace assay::ops
