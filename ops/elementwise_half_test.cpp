// What the oracle of the families permits where a kernel computes with halves.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/value_key.h"
#include "testing/ops/formula_operator.h"

namespace assay::ops {
namespace {

using namespace testing;

/// What the formula's kernel may give that computes with halves.
PermittedTensor permitted_in_half(std::string_view text, half x, half y, bool flush16 = false) {
  return Operator(text).permitted(DataType::FLOAT16, bytes_of<half>({x}), bytes_of<half>({y}), {},
                                  {.in_half = true, .flush16 = flush16});
}

void one_operation_of_halves_is_rounded_correctly(std::mt19937_64& random) {
  const auto draw = [&] { return std::bit_cast<half>(static_cast<std::uint16_t>(random())); };
  const half x = draw(), y = draw();
  const auto a = static_cast<float>(x), b = static_cast<float>(y);
  for (const auto& [text, result] :
       {std::pair{"x + y", a + b}, {"x - y", a - b}, {"x * y", a * b}}) {
    const half rounded(result);
    const PermittedTensor p = permitted_in_half(text, x, y);
    RC_ASSERT(permits(p, 0, pattern(rounded)));
    if (std::isnan(result) || rounded == half(0)) continue;
    for (const int step : {-1, 1})
      RC_ASSERT(!permits(p, 0, static_cast<std::uint16_t>(pattern(rounded) + step)));
  }
}

TEST(ElementwiseHalf, PermitsOfOneOperationOfHalvesWhatIsRoundedCorrectly) {
  EXPECT_TRUE(holds("one operation of halves is rounded correctly",
                    one_operation_of_halves_is_rounded_correctly));
}

TEST(ElementwiseHalf, PermitsStepsInHalvesOnlyWhereTheKernelComputesSo) {
  const half x(1), y(0x1p-11f);
  const Operator of("(x + y) * 4 - 4");
  const PermittedTensor in_float =
      of.permitted(DataType::FLOAT16, bytes_of<half>({x}), bytes_of<half>({y}));
  const PermittedTensor in_half = permitted_in_half("(x + y) * 4 - 4", x, y);
  EXPECT_TRUE(permits(in_float, 0, pattern(half(0x1p-9f))));
  EXPECT_FALSE(permits(in_float, 0, pattern(half(0))));
  EXPECT_TRUE(permits(in_half, 0, pattern(half(0x1p-9f))) && permits(in_half, 0, pattern(half(0))));
  EXPECT_FALSE(permits(in_half, 0, pattern(half(0x1p-8f))));
}

TEST(ElementwiseHalf, LetsDenormalsOfHalvesBecomeZeroOnlyWhereTheDeviceFlushesThese) {
  const half denormal(0x1p-20f);
  for (const bool flush : {false, true}) {
    const PermittedTensor p = permitted_in_half("x + y", denormal, denormal, flush);
    EXPECT_TRUE(permits(p, 0, pattern(half(0x1p-19f))));
    EXPECT_EQ(permits(p, 0, pattern(half(0))), flush);
  }
}

TEST(ElementwiseHalf, RoundsAMemberBeforeItComputes) {
  Operator of("x * Alpha");
  const auto permitted = [&](float alpha) {
    of.alpha = alpha;
    return of.permitted(DataType::FLOAT16, bytes_of<half>({half(2047)}), bytes_of<half>({half(0)}),
                        {}, {.in_half = true});
  };
  // As a half, 1.00043 is 1. Their products with 2047 are 2047 and 2047.9.
  EXPECT_TRUE(permits(permitted(1.00043f), 0, pattern(half(2047))));
  EXPECT_FALSE(permits(permitted(1.00043f), 0, pattern(half(2048))));
  EXPECT_TRUE(permits(permitted(1e-9f), 0, pattern(half(0))));
  EXPECT_TRUE(permits(permitted(1e6f), 0, pattern(half(HUGE_VALF))));
}

}  // namespace
}  // namespace assay::ops
