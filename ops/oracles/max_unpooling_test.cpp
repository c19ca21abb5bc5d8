// The page's meaning, worked out by hand.
#include <gtest/gtest.h>

#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(MaxUnpooling, PutsElementsAmongZeros) {
  const auto answer = [](std::vector<std::uint32_t> indices) {
    Question q("max_unpooling");
    q.input("InputTensor", DataType::FLOAT32, {1, 1, 1, 3}, packed({5.f, 6.f, 7.f}))
        .input("IndicesTensor", DataType::UINT32, {1, 1, 1, 3}, packed(indices))
        .output("OutputTensor", DataType::FLOAT32, {1, 2, 2, 1});
    return q.permitted();
  };
  EXPECT_EQ(answer({3, 0, 1}).bytes, packed({6.f, 7.f, 0.f, 5.f}));
  const PermittedTensor twice = answer({2, 0, 2});
  EXPECT_EQ(first_unpermitted(twice, packed({6.f, 0.f, 5.f, 0.f})), std::nullopt);
  EXPECT_EQ(first_unpermitted(twice, packed({6.f, 0.f, 7.f, 0.f})), std::nullopt);
  EXPECT_EQ(first_unpermitted(twice, packed({6.f, 0.f, 6.f, 0.f})), 2u);
}

}  // namespace
}  // namespace assay::ops
