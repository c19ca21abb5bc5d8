// These tests cover the page's example, and a reference that looks at every element by its value.
#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question nonzero(DataType type, List input, Bytes data, List coordinates) {
  Question q("nonzero_coordinates");
  q.input("InputTensor", type, input, std::move(data))
      .output("OutputCountTensor", DataType::UINT32, {1})
      .output("OutputCoordinatesTensor", DataType::UINT32, coordinates);
  return q;
}

TEST(NonzeroCoordinates, GivesTheAnswerOfThePage) {
  const Question q = nonzero(DataType::FLOAT32, {1, 1, 2, 4},
                             packed({1.f, 0.f, 0.f, 2.f, -0.f, 3.5f, 0.f, -5.2f}), {1, 1, 8, 3});
  EXPECT_EQ(q.permitted().bytes, packed({4u}));
  const auto rows = q.permitted({}, "OutputCoordinatesTensor");
  std::vector<std::uint32_t> answer{0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 1, 3,
                                    9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8};
  EXPECT_FALSE(first_unpermitted(rows, packed(answer)));
  answer[11] = 2;
  EXPECT_EQ(first_unpermitted(rows, packed(answer)), 11u);
}

TEST(NonzeroCoordinates, TakesNanAndDenormalsForNonzero) {
  const auto p = nonzero(DataType::FLOAT32, {1, 3},
                         packed({std::numeric_limits<float>::quiet_NaN(),
                                 std::numeric_limits<float>::denorm_min(), -0.f}),
                         {3, 1});
  EXPECT_EQ(p.permitted().bytes, packed({2u}));
}

TEST(NonzeroCoordinates, TakesTheSignOfAnIntegerForABit) {
  const auto p = nonzero(DataType::INT8, {1, 2}, packed<std::int8_t>({-128, 0}), {2, 1});
  EXPECT_EQ(p.permitted().bytes, packed({1u}));
}

void finds_what_differs_from_zero(std::mt19937_64& random) {
  constexpr DataType kTypes[] = {DataType::FLOAT32, DataType::FLOAT16, DataType::UINT32,
                                 DataType::UINT16,  DataType::UINT8,   DataType::INT32,
                                 DataType::INT16,   DataType::INT8};
  const DataType type = pick(random, kTypes);
  const auto rank = static_cast<std::size_t>(pick(random, 1, 8));
  List input;
  while (input.size() < rank) input.push_back(input.size() + 4 < rank ? 1 : pick(random, 1, 4));
  std::int64_t effective = static_cast<std::int64_t>(rank);
  while (effective > 0 && input[rank - static_cast<std::size_t>(effective)] == 1) --effective;
  const std::int64_t columns =
      pick(random, std::max<std::int64_t>(1, effective), static_cast<std::int64_t>(rank));
  const std::uint64_t size = *element_count(input);
  Bytes data(size * size_of(type));
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
  const std::int64_t zeros = pick(random, 0, 4);
  for (std::uint64_t i = 0; i < size; ++i)
    set_bits(type, data, i, pick(random, 0, 4) < zeros ? (random() & 1 ? sign : 0) : random());
  const Question q = nonzero(type, input, data, {1, static_cast<std::int64_t>(size), columns});
  const auto rows = q.permitted({}, "OutputCoordinatesTensor");
  std::vector<std::uint32_t> expected;
  List at(rank, 0);
  do {
    const std::uint64_t p = position(at, input);
    if (is_float(type) ? float_at(type, data, p) == 0 : integer_at(type, data, p) == 0) continue;
    for (std::size_t i = rank - static_cast<std::size_t>(columns); i < rank; ++i)
      expected.push_back(static_cast<std::uint32_t>(at[i]));
  } while (step(at, input));
  const std::uint64_t written = expected.size();
  RC_ASSERT(q.permitted().bytes ==
            packed({static_cast<std::uint32_t>(written / static_cast<std::uint64_t>(columns))}));
  expected.resize(size * static_cast<std::uint64_t>(columns));
  for (std::uint64_t i = written; i < expected.size(); ++i)
    expected[i] = static_cast<std::uint32_t>(random());
  RC_ASSERT(!first_unpermitted(rows, packed(expected)));
  for (std::uint64_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(permits(rows, i, expected[i]));
    RC_ASSERT(permits(rows, i, expected[i] ^ 1) == (i >= written));
  }
}

TEST(NonzeroCoordinates, AgreesWithAReference) {
  EXPECT_TRUE(holds("the coordinates are those of the elements that differ from zero",
                    finds_what_differs_from_zero));
}

}  // namespace
}  // namespace assay::ops
