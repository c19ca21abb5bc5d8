// These tests compare the oracles of the RESAMPLE operators and of upsample_2d with evaluations in
// FLOAT32 that round as they may, and with values worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

constexpr float kUnboundedFloat = std::numeric_limits<float>::infinity();

struct Resampling {
  List input, output;
  std::vector<float> scales, input_offsets, output_offsets, data;
  bool linear, up;

  Question question() const {
    const auto keys = [](const std::vector<float>& values) {
      List list;
      for (const float x : values)
        list.push_back(key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(x)));
      return list;
    };
    Question q("resample2");
    q.input("InputTensor", DataType::FLOAT32, input, packed(data))
        .output("OutputTensor", DataType::FLOAT32, output)
        .choice("InterpolationMode", {"NEAREST_NEIGHBOR", "LINEAR"}, linear)
        .choice("RoundingDirection", {"INCREASING", "DECREASING"}, !up)
        .value("DimensionCount", static_cast<std::int64_t>(input.size()))
        .array("Scales", keys(scales), Kind::Floats)
        .array("InputPixelOffsets", keys(input_offsets), Kind::Floats)
        .array("OutputPixelOffsets", keys(output_offsets), Kind::Floats);
    return q;
  }
};

float some_float(std::mt19937_64& random, float low, float high) {
  return pick(random, 0, 1)
             ? std::round(2 * std::uniform_real_distribution<float>(low, high)(random)) / 2
             : std::uniform_real_distribution<float>(low, high)(random);
}

Resampling some_resampling(std::mt19937_64& random) {
  Resampling r;
  for (std::int64_t d = pick(random, 1, 3); d > 0; --d) {
    r.input.push_back(pick(random, 1, 4));
    r.output.push_back(pick(random, 1, 5));
    r.scales.push_back(std::max(some_float(random, 0.25f, 3.f), 0.25f));
    r.input_offsets.push_back(some_float(random, -1, 1));
    r.output_offsets.push_back(some_float(random, -1, 1));
  }
  for (std::uint64_t i = 0; i < *element_count(r.input); ++i)
    r.data.push_back(some_float(random, -9, 9));
  r.linear = pick(random, 0, 1);
  r.up = pick(random, 0, 1);
  return r;
}

/// A coordinate of the input as a device may compute it: an inexact quotient is rounded either way.
float some_coordinate(std::mt19937_64& random, const Resampling& r, std::size_t d,
                      std::int64_t at) {
  const float a = static_cast<float>(at) - r.output_offsets[d];
  const double quotient = static_cast<double>(a) / r.scales[d];
  auto q = static_cast<float>(quotient);
  if (static_cast<double>(q) * r.scales[d] != a && pick(random, 0, 1))
    q = std::nextafter(q, q < quotient ? kUnboundedFloat : -kUnboundedFloat);
  return q - r.input_offsets[d];
}

/// Nested interpolations, or a sum of products, in FLOAT32.
float interpolated(const Resampling& r, const std::vector<float>& x, bool nested) {
  const std::size_t rank = x.size();
  std::vector<float> values, fractions(rank);
  for (std::uint64_t corner = 0; corner < 1u << rank; ++corner) {
    List at(rank, 0);
    float weight = 1;
    for (std::size_t d = 0; d < rank; ++d) {
      const auto end = static_cast<float>(r.input[d] - 1);
      const float clamped = std::clamp(x[d], 0.f, end), low = std::floor(clamped);
      const bool upper = corner >> d & 1;
      fractions[d] = clamped - low;
      at[d] = static_cast<std::int64_t>(upper ? std::min(low + 1, end) : low);
      weight *= upper ? fractions[d] : 1 - fractions[d];
    }
    const float value = r.data[position(at, r.input)];
    values.push_back(nested ? value : weight * value);
  }
  if (!nested) {
    float sum = 0;
    for (const float v : values) sum += v;
    return sum;
  }
  for (std::size_t d = rank; d-- > 0; values.resize(values.size() / 2))
    for (std::size_t k = 0; k < values.size() / 2; ++k) {
      const float other = values[k + values.size() / 2];
      values[k] += fractions[d] * (other - values[k]);
    }
  return values[0];
}

void permits_what_rounding_gives(std::mt19937_64& random) {
  const Resampling r = some_resampling(random);
  const PermittedTensor permitted = r.question().permitted();
  List at(r.output.size(), 0);
  do {
    std::vector<float> x;
    List nearest;
    for (std::size_t d = 0; d < at.size(); ++d) {
      x.push_back(some_coordinate(random, r, d, at[d]));
      const float rounded = r.up ? std::ceil(x.back()) : std::floor(x.back());
      nearest.push_back(
          static_cast<std::int64_t>(std::clamp(rounded, 0.f, static_cast<float>(r.input[d] - 1))));
    }
    const float value =
        r.linear ? interpolated(r, x, pick(random, 0, 1)) : r.data[position(nearest, r.input)];
    const std::uint64_t here = position(at, r.output);
    RC_ASSERT(permits(permitted, here, std::bit_cast<std::uint32_t>(value)));
    RC_ASSERT(!permits(permitted, here, std::bit_cast<std::uint32_t>(value + 0.001f)));
  } while (step(at, r.output));
}

TEST(Resample, PermitsWhatRoundingGivesAndNoMore) {
  EXPECT_TRUE(holds("permits what rounding gives and no more", permits_what_rounding_gives));
}

Resampling row_resampling(std::vector<float> data, std::int64_t length, float scale, bool linear) {
  Resampling r;
  r.input = {static_cast<std::int64_t>(data.size())};
  r.output = {length};
  r.scales = {scale};
  r.input_offsets = r.output_offsets = {0};
  r.data = std::move(data);
  r.linear = linear;
  r.up = false;
  return r;
}

TEST(Resample, TakesTheElementItselfWhereTheCoordinateIsExact) {
  const Resampling r = row_resampling({1, 2, 3, 4}, 4, 1, false);
  EXPECT_FALSE(first_unpermitted(r.question().permitted(), packed({1.f, 2.f, 3.f, 4.f})));
  EXPECT_EQ(first_unpermitted(r.question().permitted(), packed({1.f, 1.f, 3.f, 4.f})), 1u);
}

TEST(Resample, EitherNeighbourIsPermittedWhereRoundingLeadsToIt) {
  // 7 / 0.7 is a little more or less than 10, since 0.7 is no FLOAT32.
  Resampling r = row_resampling({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 8, 0.7f, false);
  const PermittedTensor permitted = r.question().permitted();
  const auto bits = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  EXPECT_TRUE(permits(permitted, 7, bits(10)));
  EXPECT_FALSE(permits(permitted, 7, bits(11)));
  EXPECT_FALSE(permits(permitted, 7, bits(8)));
}

TEST(Resample, TheExactElementIsPermittedWhereNoFloatTellsItApart) {
  // Element 1 lies at 1 + 1e-23, which rounds to 1: an exact device rounds it up to 2.
  Resampling r = row_resampling({1, 2, 3, 4}, 2, 1, false);
  r.input_offsets = {-1e-23f};
  const auto bits = [](float x) { return std::uint64_t{std::bit_cast<std::uint32_t>(x)}; };
  for (const bool up : {true, false}) {
    r.up = up;
    const PermittedTensor permitted = r.question().permitted();
    EXPECT_TRUE(permits(permitted, 1, bits(2)));
    EXPECT_EQ(permits(permitted, 1, bits(3)), up);
    EXPECT_FALSE(permits(permitted, 1, bits(1)));
  }
}

TEST(Resample, NothingIsSaidOfInfinitiesBesideTheCoordinate) {
  const PermittedTensor permitted =
      row_resampling({1, kUnboundedFloat, 3, 4}, 4, 1, true).question().permitted();
  EXPECT_TRUE(permits_anything(permitted, 0));
  EXPECT_TRUE(permits_anything(permitted, 1));
  EXPECT_FALSE(permits_anything(permitted, 2));
}

TEST(Resample, AnAverageOfIntegersIsRoundedUpOrDown) {
  Question q("resample2");
  const auto list = [](float x) {
    return List{key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(x))};
  };
  q.input("InputTensor", DataType::INT8, {2}, packed<std::int8_t>({-3, -2}))
      .output("OutputTensor", DataType::INT8, {2})
      .choice("InterpolationMode", {"NEAREST_NEIGHBOR", "LINEAR"}, 1)
      .choice("RoundingDirection", {"INCREASING", "DECREASING"}, 0)
      .value("DimensionCount", 1)
      .array("Scales", list(2), Kind::Floats)
      .array("InputPixelOffsets", list(0), Kind::Floats)
      .array("OutputPixelOffsets", list(0), Kind::Floats);
  const PermittedTensor permitted = q.permitted();
  EXPECT_FALSE(first_unpermitted(permitted, packed<std::int8_t>({-3, -2})));
  EXPECT_FALSE(first_unpermitted(permitted, packed<std::int8_t>({-3, -3})));
  EXPECT_EQ(first_unpermitted(permitted, packed<std::int8_t>({-2, -3})), 0u);
}

TEST(Upsample2d, RepeatsElementsOrInterpolates) {
  const auto permitted = [](std::int64_t mode) {
    Question q("upsample_2d");
    q.input("InputTensor", DataType::FLOAT32, {1, 1, 1, 3}, packed({1.f, 2.f, 3.f}))
        .output("OutputTensor", DataType::FLOAT32, {1, 1, 1, 6})
        .structure("ScaleSize", true)
        .value("ScaleSize.Width", 2)
        .value("ScaleSize.Height", 1)
        .choice("InterpolationMode", {"NEAREST_NEIGHBOR", "LINEAR"}, mode);
    return q.permitted();
  };
  EXPECT_FALSE(first_unpermitted(permitted(0), packed({1.f, 1.f, 2.f, 2.f, 3.f, 3.f})));
  EXPECT_EQ(first_unpermitted(permitted(0), packed({1.f, 1.f, 1.f, 2.f, 3.f, 3.f})), 2u);
  EXPECT_FALSE(first_unpermitted(permitted(1), packed({1.f, 1.25f, 1.75f, 2.25f, 2.75f, 3.f})));
  EXPECT_EQ(first_unpermitted(permitted(1), packed({1.f, 1.25f, 1.7501f, 2.25f, 2.75f, 3.f})), 2u);
}

}  // namespace
}  // namespace assay::ops
