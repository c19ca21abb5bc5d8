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

}  // namespace
}  // namespace assay::ops
