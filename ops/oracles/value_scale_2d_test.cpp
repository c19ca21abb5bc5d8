// The oracle of value_scale_2d permits the product rounded or not, and the channel's bias.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

PermittedTensor value_scaled(DataType type, const List& sizes, Bytes data, float scale,
                             const std::vector<float>& biases) {
  List keys;
  for (const float bias : biases)
    keys.push_back(key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(bias)));
  Question q("value_scale_2d");
  q.input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", type, sizes)
      .number("Scale", scale)
      .value("ChannelCount", static_cast<std::int64_t>(biases.size()))
      .array("Bias", keys, Kind::Floats);
  return q.permitted();
}

TEST(ValueScale2d, AddsTheBiasOfTheChannel) {
  const PermittedTensor permitted = value_scaled(
      DataType::FLOAT32, {2, 3, 1, 1}, packed({1.f, 2.f, 3.f, 4.f, 5.f, 6.f}), 2, {0.5f, -1, 100});
  EXPECT_FALSE(first_unpermitted(permitted, packed({2.5f, 3.f, 106.f, 8.5f, 9.f, 112.f})));
  EXPECT_EQ(first_unpermitted(permitted, packed({2.5f, 3.f, 106.f, 8.5f, 8.5f, 112.f})), 4u);
}

void permits_both_roundings_and_no_more(std::mt19937_64& random) {
  std::uniform_real_distribution<float> some(-9, 9);
  const float x = some(random), scale = some(random), bias = some(random);
  const PermittedTensor permitted =
      value_scaled(DataType::FLOAT32, {1, 1, 1, 1}, packed({x}), scale, {bias});
  const auto allows = [&](float y) {
    return permits(permitted, 0, std::bit_cast<std::uint32_t>(y));
  };
  volatile float product = x * scale;
  const float rounded = product + bias, fused = std::fma(x, scale, bias);
  RC_ASSERT(allows(rounded));
  RC_ASSERT(allows(fused));
  RC_ASSERT(!allows(std::nextafter(std::max(rounded, fused), 1e9f)));
  RC_ASSERT(!allows(std::nextafter(std::min(rounded, fused), -1e9f)));
}

TEST(ValueScale2d, PermitsBothRoundingsAndNoMore) {
  EXPECT_TRUE(holds("permits both roundings and no more", permits_both_roundings_and_no_more));
}

}  // namespace
}  // namespace assay::ops
