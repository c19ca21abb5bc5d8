// These tests compare the oracles of element_wise_quantize_linear and
// element_wise_dequantize_linear with the page's formulas in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question quantized(float x, float scale, std::int8_t zero, bool has_zero = true) {
  Question q("element_wise_quantize_linear");
  q.input("InputTensor", DataType::FLOAT32, {1}, packed({x}))
      .input("ScaleTensor", DataType::FLOAT32, {1}, packed({scale}))
      .optional_input("ZeroPointTensor", DataType::INT8, {1}, has_zero ? packed({zero}) : Bytes())
      .output("OutputTensor", DataType::INT8, {1});
  return q;
}

bool permits_integer(const Question& q, int value) {
  return permits(q.permitted(), 0, static_cast<std::uint8_t>(static_cast<std::int8_t>(value)));
}

void rounds_and_keeps_in_range(std::mt19937_64& random) {
  const auto zero = static_cast<std::int8_t>(random());
  const auto scale = static_cast<float>(pick(random, 1, 900)) / 64;
  const auto x = static_cast<float>(pick(random, -9000, 9000)) / 16;
  const double sum = static_cast<double>(x) / scale + zero;
  const Question q = quantized(x, scale, zero);
  for (int value = -128; value < 128; ++value) {
    // The integers no further than a half are permitted, or the end of the range.
    const double distance = std::abs(std::clamp(sum, -128., 127.) - value);
    if (std::abs(distance - 0.5) < 1e-3) continue;
    RC_ASSERT(permits_integer(q, value) == (distance < 0.5));
  }
}

TEST(QuantizeLinear, RoundsAndKeepsInRange) {
  EXPECT_TRUE(holds("rounds and keeps in range", rounds_and_keeps_in_range));
}

TEST(QuantizeLinear, TiesGoEitherWay) {
  const Question q = quantized(5, 2, 10);
  EXPECT_TRUE(permits_integer(q, 12));
  EXPECT_TRUE(permits_integer(q, 13));
  EXPECT_FALSE(permits_integer(q, 11));
  EXPECT_FALSE(permits_integer(q, 14));
}

TEST(QuantizeLinear, NothingIsSaidOfScaleZeroAndNaN) {
  EXPECT_TRUE(permits_anything(quantized(1, 0, 0).permitted(), 0));
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(permits_anything(quantized(nan, 1, 0).permitted(), 0));
  EXPECT_TRUE(permits_integer(quantized(infinity, 1, -128), 127));
  EXPECT_FALSE(permits_integer(quantized(infinity, 1, -128), 126));
}

TEST(QuantizeLinear, AZeroPointThatIsLeftOutIsZero) {
  EXPECT_TRUE(permits_integer(quantized(6, 2, 0, false), 3));
  EXPECT_FALSE(permits_integer(quantized(6, 2, 0, false), 2));
}

PermittedTensor dequantized(std::int32_t x, float scale, std::int32_t zero,
                            const FloatModel& model = {}) {
  Question q("element_wise_dequantize_linear");
  q.input("InputTensor", DataType::INT32, {1}, packed({x}))
      .input("ScaleTensor", DataType::FLOAT32, {1}, packed({scale}))
      .optional_input("ZeroPointTensor", DataType::INT32, {1}, packed({zero}))
      .output("OutputTensor", DataType::FLOAT32, {1});
  return q.permitted(model);
}

void multiplies_the_difference(std::mt19937_64& random) {
  const auto x = static_cast<std::int32_t>(pick(random, -4000000, 4000000)),
             zero = static_cast<std::int32_t>(pick(random, -4000000, 4000000));
  const float scale = static_cast<float>(2 * pick(random, -500, 500) + 1) / 7;
  const float product = static_cast<float>(x - zero) * scale;
  const PermittedTensor permitted = dequantized(x, scale, zero);
  RC_ASSERT(!first_unpermitted(permitted, packed({product})));
  const float beyond = std::nextafter(product, std::numeric_limits<float>::infinity());
  RC_ASSERT(first_unpermitted(permitted, packed({beyond})) == std::optional<std::uint64_t>(0));
}

TEST(DequantizeLinear, MultipliesTheDifference) {
  EXPECT_TRUE(holds("multiplies the difference", multiplies_the_difference));
}

TEST(DequantizeLinear, NothingIsSaidOfScaleZero) {
  EXPECT_TRUE(permits_anything(dequantized(3, 0.f, 1), 0));
  EXPECT_TRUE(permits_anything(dequantized(3, -0.f, 1), 0));
  EXPECT_FALSE(permits_anything(dequantized(3, 1e-40f, 1), 0));
  EXPECT_TRUE(permits_anything(dequantized(3, 1e-40f, 1, {.flush32 = true}), 0));
}

TEST(DequantizeLinear, NothingIsSaidBeyondTwoToTheTwentyFour) {
  EXPECT_FALSE(permits_anything(dequantized(1 << 24, 1, 0), 0));
  EXPECT_TRUE(permits_anything(dequantized((1 << 24) + 1, 1, 0), 0));
  EXPECT_TRUE(permits_anything(dequantized(1 << 24, 1, -1), 0));
}

}  // namespace
}  // namespace assay::ops
