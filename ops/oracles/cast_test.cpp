// Conversions worked out by hand, and those of C++, which must be among the permitted ones.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

PermittedTensor cast(DataType from, DataType to, Bytes data, const FloatModel& model = {}) {
  const auto count = static_cast<std::int64_t>(data.size() / size_of(from));
  Question q("cast");
  q.input("InputTensor", from, {count}, std::move(data)).output("OutputTensor", to, {count});
  return q.permitted(model);
}

TEST(Cast, IsExactWhereBothTypesHaveTheValue) {
  EXPECT_TRUE(holds("small whole numbers", [](std::mt19937_64& random) {
    const DataType from = pick(random, all_data_types()), to = pick(random, all_data_types());
    const bool sign = is_float(from) || is_signed(from), both = is_float(to) || is_signed(to);
    const std::int64_t value = pick(random, sign && both ? -100 : 0, 100);
    const auto bits = [&](DataType type) {
      const auto x = static_cast<float>(value);
      if (type == DataType::FLOAT16)
        return std::uint64_t{std::bit_cast<std::uint16_t>(Eigen::half(x))};
      if (type == DataType::FLOAT32) return std::uint64_t{std::bit_cast<std::uint32_t>(x)};
      if (type == DataType::FLOAT64) return std::bit_cast<std::uint64_t>(static_cast<double>(x));
      return static_cast<std::uint64_t>(value);
    };
    Bytes data(size_of(from)), expected(size_of(to));
    set_bits(from, data, 0, bits(from));
    set_bits(to, expected, 0, bits(to));
    const PermittedTensor answer = cast(from, to, data);
    RC_ASSERT(!first_unpermitted(answer, expected));
    RC_ASSERT(answer.one_of.empty() && answer.any.empty());
  }));
}

TEST(Cast, PermitsBothNeighbours) {
  const PermittedTensor whole = cast(DataType::FLOAT32, DataType::INT8, packed({1.5f, -1.5f}));
  for (const std::int8_t one : {std::int8_t{1}, std::int8_t{2}})
    EXPECT_EQ(first_unpermitted(whole, packed<std::int8_t>({one, std::int8_t{-1}})), std::nullopt);
  EXPECT_EQ(first_unpermitted(whole, packed<std::int8_t>({0, -1})), 0u);
  EXPECT_EQ(first_unpermitted(whole, packed<std::int8_t>({1, -3})), 1u);

  const PermittedTensor odd =
      cast(DataType::INT32, DataType::FLOAT32, packed<std::int32_t>({(1 << 24) + 1}));
  EXPECT_EQ(first_unpermitted(odd, packed({16777216.f})), std::nullopt);
  EXPECT_EQ(first_unpermitted(odd, packed({16777218.f})), std::nullopt);
  EXPECT_EQ(first_unpermitted(odd, packed({16777220.f})), 0u);

  const PermittedTensor beyond = cast(DataType::FLOAT64, DataType::FLOAT32, packed({1e300}));
  EXPECT_EQ(first_unpermitted(beyond, packed({INFINITY})), std::nullopt);
  EXPECT_EQ(first_unpermitted(beyond, packed({std::numeric_limits<float>::max()})), std::nullopt);
  EXPECT_EQ(first_unpermitted(beyond, packed({1e38f})), 0u);
}

TEST(Cast, PermitsAnythingThatAnIntegerCannotHold) {
  const PermittedTensor answer =
      cast(DataType::FLOAT32, DataType::UINT8, packed({NAN, 256.f, -0.5f, 255.f}));
  EXPECT_EQ(first_unpermitted(answer, packed<std::uint8_t>({17, 17, 17, 255})), std::nullopt);
  EXPECT_EQ(first_unpermitted(answer, packed<std::uint8_t>({17, 17, 17, 254})), 3u);
}

TEST(Cast, FlushesDenormalsOnlyWhereTheDeviceDoes) {
  const Bytes small = packed({1e-40});
  EXPECT_EQ(first_unpermitted(cast(DataType::FLOAT64, DataType::FLOAT32, small), packed({0.f})),
            0u);
  EXPECT_EQ(first_unpermitted(cast(DataType::FLOAT64, DataType::FLOAT32, small, {.flush32 = true}),
                              packed({0.f})),
            std::nullopt);
}

TEST(Cast, AgreesWithTheConversionsOfCpp) {
  EXPECT_TRUE(holds("doubles and 64-bit integers to float", [](std::mt19937_64& random) {
    const std::uint64_t bits = random() >> random() % 60;
    const auto number = static_cast<std::int64_t>(bits);
    RC_ASSERT(!first_unpermitted(cast(DataType::INT64, DataType::FLOAT32, packed({number})),
                                 packed({static_cast<float>(number)})));
    RC_ASSERT(!first_unpermitted(cast(DataType::UINT64, DataType::FLOAT64, packed({bits})),
                                 packed({static_cast<double>(bits)})));
    const auto real = std::bit_cast<double>(random());
    RC_ASSERT(!first_unpermitted(cast(DataType::FLOAT64, DataType::FLOAT32, packed({real})),
                                 packed({static_cast<float>(real)})));
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    const Eigen::half half(single);
    RC_ASSERT(!first_unpermitted(cast(DataType::FLOAT32, DataType::FLOAT16, packed({single})),
                                 packed({half})));
  }));
}

}  // namespace
}  // namespace assay::ops
