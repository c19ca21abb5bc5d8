// These tests cover the page's examples, sums that lack a term, and infinities, NaN and denormals
// chosen by hand. Orders of summation are tested in summation_order_test.cpp.
#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/cumulative_question.h"

namespace assay::ops {
namespace {

constexpr float kDenormal = 0x1p-130f;

TEST(CumulativeSummation, GivesTheAnswersOfThePage) {
  const auto answer = [](std::int64_t axis, bool decreasing, bool exclusive) {
    return cumulative(DataType::FLOAT32, {1, 1, 3, 4},
                      packed({2.f, 1.f, 3.f, 5.f, 3.f, 8.f, 7.f, 3.f, 9.f, 6.f, 2.f, 4.f}), axis,
                      decreasing, exclusive)
        .permitted()
        .bytes;
  };
  EXPECT_EQ(answer(3, false, false),
            packed({2.f, 3.f, 6.f, 11.f, 3.f, 11.f, 18.f, 21.f, 9.f, 15.f, 17.f, 21.f}));
  EXPECT_EQ(answer(3, false, true),
            packed({0.f, 2.f, 3.f, 6.f, 0.f, 3.f, 11.f, 18.f, 0.f, 9.f, 15.f, 17.f}));
  EXPECT_EQ(answer(3, true, false),
            packed({11.f, 9.f, 8.f, 5.f, 21.f, 18.f, 10.f, 3.f, 21.f, 12.f, 6.f, 4.f}));
  EXPECT_EQ(answer(2, false, false),
            packed({2.f, 1.f, 3.f, 5.f, 5.f, 9.f, 10.f, 8.f, 14.f, 15.f, 12.f, 12.f}));
  EXPECT_EQ(answer(3, true, true),
            packed({9.f, 8.f, 5.f, 0.f, 18.f, 10.f, 3.f, 0.f, 12.f, 6.f, 4.f, 0.f}));
}

// --- Wrong sums

void notices_wrong_sums(std::mt19937_64& random) {
  const DataType type = random() & 1 ? DataType::FLOAT32 : DataType::FLOAT16;
  // A column of NaN beside the values prevents judging by bits, which all exact sums permit.
  const bool lanes = random() & 1;
  const std::int64_t n = pick(random, 2, 130);
  std::vector<float> values;
  for (std::int64_t i = 0; i < n; ++i) {
    values.push_back(static_cast<float>(pick(random, 1, 9)));
    if (lanes) values.push_back(kNan);
  }
  const std::int64_t width = lanes ? 2 : 1;
  const std::vector<half> halves(values.begin(), values.end());
  const PermittedTensor p =
      cumulative(type, {n, width}, type == DataType::FLOAT32 ? packed(values) : packed(halves), 0)
          .permitted();
  RC_ASSERT(p.by_intervals() == lanes);
  float sum = 0, since_edge = 0, before = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const float term = values[static_cast<std::size_t>(i * width)];
    const auto at = static_cast<std::uint64_t>(i * width);
    since_edge = i % 64 == 0 ? term : since_edge + term;
    before = sum;
    sum += term;
    RC_ASSERT(permits_value(p, at, sum));
    RC_ASSERT(!permits_value(p, at, before));
    RC_ASSERT(!permits_value(p, at, sum + 1));
    RC_ASSERT(since_edge == sum || !permits_value(p, at, since_edge));
  }
}

TEST(CumulativeSummation, RefusesWrongSumsOfIntegers) {
  EXPECT_TRUE(holds("a dropped, doubled or misplaced term of small integers is noticed",
                    notices_wrong_sums));
}

TEST(CumulativeSummation, IsExactAsFarAsTheSignificandReaches) {
  const auto p = half_row({2047, 1, 1, -1});
  EXPECT_TRUE(permits_value(p, 1, 2048));
  EXPECT_FALSE(permits_value(p, 1, 2046));
  EXPECT_FALSE(permits_value(p, 1, 2050));
  EXPECT_TRUE(permits_value(p, 2, 2048));
  EXPECT_TRUE(permits_value(p, 2, 2050));
  EXPECT_FALSE(permits_value(p, 2, 2040));
  const auto q = row({0x1p24f, -1});
  EXPECT_TRUE(permits_value(q, 0, 0x1p24f));
  EXPECT_FALSE(permits_value(q, 0, 0x1p24f - 1));
  EXPECT_TRUE(permits_value(q, 1, 0x1p24f - 1));
  EXPECT_FALSE(permits_value(q, 1, 0x1p24f - 3));
}

TEST(CumulativeSummation, PermitsEveryTermToBeRoundedAway) {
  std::vector<float> values(21, 0x1p-24f), halves(21, 0x1p-11f);
  values[0] = halves[0] = 1;
  for (std::uint64_t i = 0; i < 21; ++i) {
    EXPECT_TRUE(permits_value(row(values), i, 1));
    EXPECT_TRUE(permits_value(half_row(halves), i, 1));
  }
}

TEST(CumulativeSummation, RoundsHalvesOfOurKernelsOnce) {
  const auto p = half_row({2048, 1, 1, 1}, {});
  EXPECT_FALSE(p.by_intervals());
  // 2049 and 2051 lie between two FLOAT16 values, and go to the even one.
  const float right[] = {2048, 2048, 2050, 2052};
  for (std::uint64_t i = 0; i < 4; ++i)
    for (const float x : {2046.f, 2048.f, 2050.f, 2052.f, 2054.f})
      EXPECT_EQ(permits_value(p, i, x), x == right[i]) << i << ": " << x;
  const auto large = half_row({60000, 60000, -60000, kInf}, {});
  EXPECT_TRUE(permits_value(large, 1, kInf));
  EXPECT_FALSE(permits_value(large, 1, 65504));
  EXPECT_TRUE(permits_value(large, 2, 60000));
  EXPECT_FALSE(permits_value(large, 2, kInf));
  EXPECT_TRUE(permits_value(large, 3, kInf));
  EXPECT_FALSE(permits_value(large, 3, kNan));
}

TEST(CumulativeSummation, IsNarrowerWhereTheDepthIsKnown) {
  const std::vector<float> values(1000, 0.1f);
  float serial = 0;
  for (const float x : values) serial += x;
  const auto asked = [&](int depth) {
    return cumulative(DataType::FLOAT32, {1000}, packed(values), 0).permitted({.depth = depth});
  };
  EXPECT_TRUE(permits_value(asked(SumModel::kAnyOrder), 999, serial));
  EXPECT_TRUE(permits_value(asked(16), 999, 100.00000149f));
  EXPECT_FALSE(permits_value(asked(16), 999, serial));
}

TEST(CumulativeSummation, HasTightIntervals) {
  const auto p = row({1, 0x1p-24f, 0x1p-24f});
  EXPECT_TRUE(permits_value(p, 2, 1));
  EXPECT_TRUE(permits_value(p, 2, 1 + 0x1p-22f));
  EXPECT_FALSE(permits_value(p, 2, 1 + 0x1.8p-22f));
  EXPECT_FALSE(permits_value(p, 2, 1 - 0x1p-23f));
}

// --- NaN

void permits_any_nan(std::mt19937_64& random) {
  const DataType type = random() & 1 ? DataType::FLOAT32 : DataType::FLOAT16;
  const std::int64_t n = pick(random, 1, 9), width = pick(random, 1, 9);
  std::vector<float> values(static_cast<std::size_t>(n * width), 0.f);
  const std::uint64_t place = random() % values.size();
  values[place] = random() & 1 ? kNan : -kNan;
  const std::vector<half> halves(values.begin(), values.end());
  const PermittedTensor p =
      cumulative(type, {n, width}, type == DataType::FLOAT32 ? packed(values) : packed(halves), 0)
          .permitted();
  for (const std::uint64_t bits : {0x7fc00000u, 0xffffffffu, 0x7f800001u})
    RC_ASSERT(permits(p, place, type == DataType::FLOAT32 ? bits : bits >> 16 | 1));
  RC_ASSERT(!permits_value(p, place, 0));
}

TEST(CumulativeSummation, PermitsAnyNanAmongZeros) {
  EXPECT_TRUE(holds("a sum with a NaN is any NaN, wherever it stands", permits_any_nan));
}

// --- Integers

void wraps(std::mt19937_64& random) {
  constexpr DataType kTypes[] = {DataType::INT32, DataType::UINT32, DataType::INT64,
                                 DataType::UINT64};
  const DataType type = pick(random, kTypes);
  const List sizes{pick(random, 1, 4), pick(random, 1, 5), pick(random, 1, 4)};
  const bool decreasing = random() & 1, exclusive = random() & 1;
  const auto axis = static_cast<std::size_t>(pick(random, 0, 2));
  const Bytes data = random_elements(random, type, *element_count(sizes));
  const auto p =
      cumulative(type, sizes, data, static_cast<std::int64_t>(axis), decreasing, exclusive)
          .permitted();
  List at(3, 0);
  do {
    std::uint64_t sum = 0;
    for (std::int64_t j = 0; j < sizes[axis]; ++j) {
      if (decreasing ? j < at[axis] : j > at[axis]) continue;
      if (exclusive && j == at[axis]) continue;
      List from = at;
      from[axis] = j;
      sum += bits_at(type, data, position(from, sizes));
    }
    if (size_of(type) == 4) sum &= 0xffffffff;
    RC_ASSERT(bits_at(type, p.bytes, position(at, sizes)) == sum);
  } while (step(at, sizes));
}

TEST(CumulativeSummation, WrapsIntegers) {
  EXPECT_TRUE(holds("integers are summed modulo two to the width", wraps));
}

// --- Infinities, NaN, denormals

TEST(CumulativeSummation, KeepsInfinityAndNanToTheSumsThatHoldThem) {
  const auto p = row({1, kInf, 5, -kInf, 1});
  EXPECT_TRUE(permits_value(p, 0, 1));
  EXPECT_FALSE(permits_value(p, 0, kInf));
  for (std::uint64_t i : {1u, 2u}) {
    EXPECT_TRUE(permits_value(p, i, kInf));
    EXPECT_FALSE(permits_value(p, i, kNan));
    EXPECT_FALSE(permits_value(p, i, -kInf));
    EXPECT_FALSE(permits_value(p, i, std::numeric_limits<float>::max()));
  }
  for (std::uint64_t i : {3u, 4u}) {
    EXPECT_TRUE(permits_value(p, i, kNan));
    EXPECT_FALSE(permits_value(p, i, kInf));
    EXPECT_FALSE(permits_value(p, i, 7));
  }
  const auto q = row({kNan, kInf});
  EXPECT_TRUE(permits_value(q, 0, kNan));
  EXPECT_FALSE(permits_value(q, 1, kInf));
}

TEST(CumulativeSummation, PermitsInfinityWhereAPartialSumMayOverflow) {
  const auto p = row({0x1p127f, -0x1p127f, 0x1p127f});
  EXPECT_FALSE(permits_value(p, 0, kInf));
  EXPECT_TRUE(permits_value(p, 1, 0));
  EXPECT_FALSE(permits_value(p, 1, kNan));
  EXPECT_TRUE(permits_value(p, 2, 0x1p127f));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, -kInf));
  EXPECT_FALSE(permits_value(p, 2, kNan));
  const auto both = row({0x1p127f, 0x1p127f, -0x1p127f, -0x1p127f});
  for (float x : {0.f, kInf, -kInf, kNan}) EXPECT_TRUE(permits_value(both, 3, x));
}

TEST(CumulativeSummation, LetsNoSignOverflowWhoseTermsCannot) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const PermittedTensor p = row({kMost, -kMost, kMost, 0, 1});
  EXPECT_TRUE(permits_value(p, 1, 0));
  for (float other : {1.f, -1.f, kMost, kInf, -kInf, kNan})
    EXPECT_FALSE(permits_value(p, 1, other)) << other;
  EXPECT_TRUE(permits_value(p, 2, kMost));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, -kInf));
  EXPECT_FALSE(permits_value(p, 2, kNan));
}

TEST(CumulativeSummation, RequiresInfinityWhereTheSumOverflows) {
  const auto p = half_row({60000, 60000, 1});
  EXPECT_FALSE(permits_value(p, 0, kInf));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, 65504));
  EXPECT_FALSE(permits_value(p, 2, kNan));
  const auto n = half_row({-60000, -60000});
  EXPECT_TRUE(permits_value(n, 1, -kInf));
  EXPECT_FALSE(permits_value(n, 1, -65504));
}

TEST(CumulativeSummation, PermitsNanWhereAnInfinityMayMeetAnOverflow) {
  const auto p = half_row({kInf, -60000, -60000});
  EXPECT_FALSE(permits_value(p, 1, kNan));
  EXPECT_TRUE(permits_value(p, 2, kNan));
  EXPECT_TRUE(permits_value(p, 2, kInf));
  EXPECT_FALSE(permits_value(p, 2, -kInf));
}

TEST(CumulativeSummation, FlushesDenormalsOnlyWhereTheDeviceMay) {
  const std::vector<float> values{kDenormal, kDenormal};
  EXPECT_FALSE(permits_value(row(values), 0, 0));
  EXPECT_FALSE(permits_value(row(values), 1, kDenormal));
  EXPECT_TRUE(permits_value(row(values), 1, 2 * kDenormal));
  EXPECT_TRUE(permits_value(row(values, true), 0, 0));
  EXPECT_TRUE(permits_value(row(values, true), 0, kDenormal));
  EXPECT_FALSE(permits_value(row({1, 2}, true), 1, 2));
  const auto difference = row({0x1.8p-126f, -0x1p-126f}, true);
  EXPECT_TRUE(permits_value(difference, 1, 0));
  EXPECT_TRUE(permits_value(difference, 1, 0x1p-127f));
  EXPECT_FALSE(permits_value(half_row({0x1p-24f}), 0, 0));
}

TEST(CumulativeSummation, TakesEitherZero) {
  for (float second : {-1.f, 0.1f}) {
    const auto p =
        cumulative(DataType::FLOAT32, {2}, packed({1.f, second}), 0, false, true).permitted();
    EXPECT_TRUE(permits_value(p, 0, 0.f));
    EXPECT_TRUE(permits_value(p, 0, -0.f));
    EXPECT_FALSE(permits_value(p, 0, 0x1p-149f));
  }
}

}  // namespace
}  // namespace assay::ops
