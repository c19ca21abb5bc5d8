// The sequences along the axis, from both ends, and how integers wrap.
#include <gtest/gtest.h>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question question(DataType type, const List& sizes, Bytes data, std::size_t axis, bool decreasing,
                  bool exclusive) {
  Question q("cumulative_product");
  q.input("InputTensor", type, sizes, std::move(data))
      .output("OutputTensor", type, sizes)
      .value("Axis", static_cast<std::int64_t>(axis))
      .choice("AxisDirection", {"INCREASING", "DECREASING"}, decreasing)
      .value("HasExclusiveProduct", exclusive, Kind::Bool);
  return q;
}

TEST(CumulativeProduct, AgreesWithAReference) {
  EXPECT_TRUE(holds("integers are multiplied modulo 2^w", [](std::mt19937_64& random) {
    const List sizes = pick_sizes(random, pick(random, 1, 4), 5);
    const auto axis =
        static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(sizes.size()) - 1));
    constexpr DataType kTypes[] = {DataType::INT32, DataType::UINT32, DataType::INT64,
                                   DataType::UINT64};
    const DataType type = pick(random, kTypes);
    const bool decreasing = random() % 2, exclusive = random() % 2;
    const Question q = question(type, sizes, random_elements(random, type, *element_count(sizes)),
                                axis, decreasing, exclusive);
    const PermittedTensor answer = q.permitted();
    const std::uint64_t mask = size_of(type) == 4 ? UINT32_MAX : UINT64_MAX;
    List at(sizes.size(), 0);
    do {
      std::uint64_t product = 1;
      for (List from = at; from[axis] >= 0 && from[axis] < sizes[axis];
           from[axis] += decreasing ? 1 : -1)
        if (!exclusive || from[axis] != at[axis])
          product *= bits_at(type, q.problem().input("InputTensor"), position(from, sizes));
      RC_ASSERT(bits_at(type, answer.bytes, position(at, sizes)) == (product & mask));
    } while (step(at, sizes));
  }));
}

TEST(CumulativeProduct, BoundsFloatsAlongTheAxis) {
  const PermittedTensor answer =
      question(DataType::FLOAT32, {2, 2}, packed({2.f, 3.f, 5.f, 7.f}), 0, true, false).permitted();
  EXPECT_EQ(first_unpermitted(answer, packed({10.f, 21.f, 5.f, 7.f})), std::nullopt);
  EXPECT_EQ(first_unpermitted(answer, packed({10.f, 22.f, 5.f, 7.f})), 1u);
}

TEST(CumulativeProduct, RoundsHalvesOfOurKernelsOnce) {
  const std::vector<_Float16> factors(12, static_cast<_Float16>(1.001f));
  const Question q = question(DataType::FLOAT16, {12}, packed(factors), 0, false, false);
  const auto bits = [](float x) {
    return std::uint64_t{std::bit_cast<std::uint16_t>(static_cast<_Float16>(x))};
  };
  float in_half = 1, in_float = 1;
  for (const _Float16 x : factors) {
    in_half = static_cast<float>(static_cast<_Float16>(in_half * static_cast<float>(x)));
    in_float *= static_cast<float>(x);
  }
  // 1.001 is 1 + 2^-10 as a FLOAT16.
  ASSERT_NE(bits(in_half * (1 + 0x1p-9f)), bits(in_float));
  EXPECT_TRUE(permits(q.permitted(), 11, bits(in_float)));
  EXPECT_FALSE(permits(q.permitted(), 11, bits(in_float * (1 + 0x1p-9f))));
  EXPECT_TRUE(permits(q.permitted({.profile = Profile::Free}), 11, bits(in_half)));
  EXPECT_TRUE(permits(q.permitted({.profile = Profile::Free}), 11, bits(in_float * (1 + 0x1p-9f))));
  // A product beyond FLOAT16 that comes back into it is none of FLOAT16's.
  const Question large =
      question(DataType::FLOAT16, {3}, packed<_Float16>({300, 300, static_cast<_Float16>(0.5f)}), 0,
               false, false);
  EXPECT_TRUE(permits(large.permitted(), 1, bits(INFINITY)));
  EXPECT_TRUE(permits(large.permitted(), 2, bits(45000)));
  EXPECT_FALSE(permits(large.permitted(), 2, bits(INFINITY)));
}

}  // namespace
}  // namespace assay::ops
