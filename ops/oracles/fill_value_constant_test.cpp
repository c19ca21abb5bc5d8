#include <gtest/gtest.h>

#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(FillValueConstant, GivesTheBitsOfTheValueForEveryType) {
  for (const DataType type : all_data_types()) {
    const auto spare = static_cast<unsigned>(64 - 8 * size_of(type));
    const std::uint64_t bits = 0xfedcba9876543210u << spare >> spare;
    Question q("fill_value_constant");
    q.output("OutputTensor", type, {2, 3}).scalars("ValueDataType", type, {{"Value", bits}});
    const PermittedTensor permitted = q.permitted();
    ASSERT_EQ(permitted.size(), 6u);
    for (std::uint64_t i = 0; i < 6; ++i)
      EXPECT_EQ(bits_at(type, permitted.bytes, i), bits) << name_of(type);
    EXPECT_FALSE(permitted.zeros_equal);
  }
}

}  // namespace
}  // namespace assay::ops
