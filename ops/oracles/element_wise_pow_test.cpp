// These tests compare the oracle of element_wise_pow with powers in double precision and with
// products of integers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question pow_question(DataType base_type, Bytes bases, DataType power_type, Bytes powers,
                      bool scaled = false) {
  const auto count = static_cast<std::int64_t>(bases.size() / size_of(base_type));
  Question q("element_wise_pow");
  q.input("InputTensor", base_type, {count}, std::move(bases))
      .input("ExponentTensor", power_type, {count}, std::move(powers))
      .output("OutputTensor", base_type, {count})
      .structure("ScaleBias", scaled)
      .number("ScaleBias.Scale", 2)
      .number("ScaleBias.Bias", -1);
  return q;
}

std::uint64_t float_pattern(float x) { return std::bit_cast<std::uint32_t>(x); }

void permits_powers_and_sixteen_ulps(std::mt19937_64& random) {
  std::uniform_real_distribution<float> base(0.01f, 20), exponent(-9, 9);
  const float x = base(random), e = exponent(random);
  const PermittedTensor permitted =
      pow_question(DataType::FLOAT32, packed({x}), DataType::FLOAT32, packed({e})).permitted();
  const auto exact = static_cast<float>(std::pow(static_cast<double>(x), e));
  const std::uint64_t around = float_pattern(exact);
  RC_ASSERT(permits(permitted, 0, around));
  RC_ASSERT(permits(permitted, 0, around + 14));
  RC_ASSERT(permits(permitted, 0, around - 14));
  // An ULP may be half as large on the other side of a power of two.
  RC_ASSERT(!permits(permitted, 0, around + 34));
  RC_ASSERT(!permits(permitted, 0, around - 34));
}

void powers_of_integers_wrap(std::mt19937_64& random) {
  const auto x = static_cast<std::int8_t>(random());
  const auto e = static_cast<std::uint8_t>(random());
  const PermittedTensor permitted =
      pow_question(DataType::INT8, packed({x}), DataType::UINT8, packed({e})).permitted();
  std::uint64_t product = 1;
  for (int k = 0; k < e; ++k) product *= static_cast<std::uint64_t>(std::int64_t{x});
  RC_ASSERT(bits_at(DataType::INT8, permitted.bytes, 0) == (product & 0xff));
}

TEST(ElementWisePow, PermitsPowersAndSixteenUlps) {
  EXPECT_TRUE(holds("permits powers and sixteen ULPs", permits_powers_and_sixteen_ulps));
}

TEST(ElementWisePow, IntegersWrap) { EXPECT_TRUE(holds("integers wrap", powers_of_integers_wrap)); }

TEST(ElementWisePow, TheSignOfANegativeBaseFollowsTheExponent) {
  const PermittedTensor permitted = pow_question(DataType::FLOAT32, packed({-2.f, -2.f, -2.f}),
                                                 DataType::INT32, packed({3, 2, -1}))
                                        .permitted();
  EXPECT_FALSE(first_unpermitted(permitted, packed({-8.f, 4.f, -0.5f})));
  EXPECT_EQ(first_unpermitted(permitted, packed({8.f, 4.f, -0.5f})), 0u);
  const PermittedTensor fraction =
      pow_question(DataType::FLOAT32, packed({-2.f}), DataType::FLOAT32, packed({0.5f}))
          .permitted();
  EXPECT_TRUE(permits(fraction, 0, float_pattern(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_FALSE(permits(fraction, 0, float_pattern(std::sqrt(2.f))));
}

TEST(ElementWisePow, ASignallingNaNMayStayNaNAndAQuietOneMayNot) {
  const std::uint64_t one = float_pattern(1), nan = 0x7fc00000;
  const Bytes nans = packed<std::uint32_t>({0x7f800001, 0xffad06c5, 0x7fc00000, 0xffc00001});
  const auto expect = [&](const PermittedTensor& permitted) {
    for (std::uint64_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(permits(permitted, i, one)) << i;
      EXPECT_EQ(permits(permitted, i, nan), i < 2) << i;
    }
  };
  expect(pow_question(DataType::FLOAT32, nans, DataType::INT8, Bytes(4)).permitted());
  expect(pow_question(DataType::FLOAT32, packed({1.f, 1.f, 1.f, 1.f}), DataType::FLOAT32, nans)
             .permitted());
}

TEST(ElementWisePow, TheBaseIsScaledFirst) {
  const PermittedTensor permitted =
      pow_question(DataType::FLOAT32, packed({2.f}), DataType::FLOAT32, packed({3.f}), true)
          .permitted();
  EXPECT_TRUE(permits(permitted, 0, float_pattern(27)));
  EXPECT_FALSE(permits(permitted, 0, float_pattern(8)));
}

TEST(ElementWisePow, NothingIsSaidOfNegativePowersOfIntegers) {
  const PermittedTensor permitted =
      pow_question(DataType::INT32, packed({2, 2}), DataType::INT32, packed({-1, 0})).permitted();
  EXPECT_TRUE(permits_anything(permitted, 0));
  EXPECT_FALSE(permits_anything(permitted, 1));
  EXPECT_TRUE(permits(permitted, 1, 1));
}

}  // namespace
}  // namespace assay::ops
