// These tests compare the oracle with the page's pseudocode, and with the closed form.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

PermittedTensor sequence(DataType type, std::uint64_t start, std::uint64_t delta, std::int64_t size,
                         const FloatModel& model = {}) {
  Question q("fill_value_sequence");
  q.output("OutputTensor", type, {size})
      .scalars("ValueDataType", type, {{"ValueStart", start}, {"ValueDelta", delta}});
  return q.permitted(model);
}

std::uint64_t bits_of_float(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(FillValueSequence, WrapsIntegers) {
  EXPECT_EQ(sequence(DataType::UINT8, 10, 254, 6).bytes, packed<std::uint8_t>({10, 8, 6, 4, 2, 0}));
  EXPECT_EQ(sequence(DataType::INT16, 0x7fff, 1, 2).bytes, packed<std::int16_t>({0x7fff, -0x8000}));
  EXPECT_EQ(sequence(DataType::INT64, 5, ~std::uint64_t{2}, 3).bytes,
            packed<std::int64_t>({5, 2, -1}));
}

TEST(FillValueSequence, PermitsAddingAndMultiplying) {
  std::mt19937_64 random(1);
  std::normal_distribution<float> some(0, 100);
  for (int i = 0; i < 300; ++i) {
    const float start = some(random), delta = some(random);
    constexpr std::int64_t kSize = 300;
    const PermittedTensor permitted =
        sequence(DataType::FLOAT32, bits_of_float(start), bits_of_float(delta), kSize);
    float sum = start;
    for (std::int64_t k = 0; k < kSize; ++k, sum += delta) {
      const auto at = static_cast<std::uint64_t>(k);
      const float product = start + static_cast<float>(k) * delta;
      ASSERT_TRUE(permits(permitted, at, bits_of_float(sum))) << start << " " << delta << " " << k;
      ASSERT_TRUE(permits(permitted, at, bits_of_float(product)));
      ASSERT_FALSE(permits(permitted, at, bits_of_float(product + delta)));
    }
  }
}

/// What our kernel that adds in steps of eight computes.
float in_steps(float start, float delta, std::uint64_t k, bool fuses) {
  const std::uint64_t first = k / 8 * 8;
  float value = start;
  if (first > 0)
    value = fuses ? std::fma(static_cast<float>(first), delta, start)
                  : start + static_cast<float>(first) * delta;
  for (std::uint64_t i = first; i < k; ++i) value += delta;
  return value;
}

TEST(FillValueSequence, JudgesByTheDepthOfOurKernels) {
  std::mt19937_64 random(2);
  std::normal_distribution<float> some(0, 100);
  constexpr std::int64_t kSize = 1000;
  int beyond = 0;
  for (int i = 0; i < 100; ++i) {
    const float start = some(random), delta = some(random);
    const auto asked = [&](int depth) {
      return sequence(DataType::FLOAT32, bits_of_float(start), bits_of_float(delta), kSize,
                      {.depth = depth});
    };
    const PermittedTensor product = asked(1), steps = asked(8);
    float serial = start;
    for (std::uint64_t k = 0; k < kSize; ++k, serial += delta) {
      for (const bool fuses : {false, true}) {
        const float value = fuses ? std::fma(static_cast<float>(k), delta, start)
                                  : start + static_cast<float>(k) * delta;
        ASSERT_TRUE(permits(product, k, bits_of_float(k == 0 ? start : value)));
        ASSERT_TRUE(permits(steps, k, bits_of_float(in_steps(start, delta, k, fuses))));
      }
      beyond += !permits(steps, k, bits_of_float(serial));
    }
  }
  EXPECT_GT(beyond, 10'000);
}

TEST(FillValueSequence, RoundsHalvesOfOurKernelsOnce) {
  const auto bits = [](float x) {
    return std::uint64_t{std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))};
  };
  const FloatModel own{.depth = 8}, free{.profile = Profile::Free};
  const auto asked = [&](const FloatModel& model) {
    return sequence(DataType::FLOAT16, bits(2048), bits(1), 7, model);
  };
  EXPECT_TRUE(permits(asked(own), 6, bits(2054)));
  EXPECT_FALSE(permits(asked(own), 6, bits(2048)));
  EXPECT_TRUE(permits(asked(free), 6, bits(2048)));
}

TEST(FillValueSequence, JudgesExactSumsByTheirBits) {
  const PermittedTensor permitted =
      sequence(DataType::FLOAT32, bits_of_float(3), bits_of_float(0.5f), 100);
  EXPECT_TRUE(permits(permitted, 99, bits_of_float(52.5f)));
  EXPECT_FALSE(permits(permitted, 99, bits_of_float(std::nextafter(52.5f, 99.0f))));
}

TEST(FillValueSequence, SaysWhatInfinitiesMayBecome) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::uint64_t nan = bits_of_float(std::nanf(""));
  const PermittedTensor permitted =
      sequence(DataType::FLOAT32, bits_of_float(1), bits_of_float(infinity), 2);
  EXPECT_TRUE(permits(permitted, 0, bits_of_float(1)) && permits(permitted, 0, nan));
  EXPECT_TRUE(permits(permitted, 1, bits_of_float(infinity)));
  EXPECT_FALSE(permits(permitted, 1, nan) || permits(permitted, 1, bits_of_float(1)));
  EXPECT_TRUE(permits(
      sequence(DataType::FLOAT32, bits_of_float(-infinity), bits_of_float(infinity), 2), 1, nan));
}

}  // namespace
}  // namespace assay::ops
