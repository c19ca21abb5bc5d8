// These tests cover the page's examples, and a reference that keeps for each element the set of all
// writes to it.
#include <gtest/gtest.h>

#include <set>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question scatter(DataType type, List input, Bytes data, DataType index_type, List indices,
                 Bytes index_data, List updates, Bytes update_data, std::int64_t input_dimensions,
                 std::int64_t index_dimensions) {
  Question q("scatter_nd");
  q.input("InputTensor", type, input, std::move(data))
      .input("IndicesTensor", index_type, indices, std::move(index_data))
      .input("UpdatesTensor", type, updates, std::move(update_data))
      .output("OutputTensor", type, input)
      .value("InputDimensionCount", input_dimensions)
      .value("IndicesDimensionCount", index_dimensions);
  return q;
}

Question eight(Bytes indices, List index_sizes, std::vector<float> updates,
               DataType index_type = DataType::UINT32) {
  const auto n = static_cast<std::int64_t>(updates.size());
  return scatter(DataType::FLOAT32, {1, 8}, packed({1.f, 2.f, 3.f, 4.f, 5.f, 6.f, 7.f, 8.f}),
                 index_type, index_sizes, std::move(indices), {1, n}, packed(updates), 1, 2);
}

TEST(ScatterNd, GivesTheAnswerOfThePage) {
  // The page gives indices of FLOAT32 and tensors with different DimensionCounts, which the rules
  // refuse.
  const auto p = eight(packed({4u, 3u, 1u, 7u}), {4, 1}, {9, 10, 11, 12}).permitted();
  EXPECT_EQ(p.bytes, packed({1.f, 11.f, 3.f, 10.f, 9.f, 6.f, 7.f, 12.f}));
  EXPECT_TRUE(p.one_of.empty());
}

TEST(ScatterNd, PermitsEitherOfTwoCollidingWrites) {
  const auto p = eight(packed({4, -4}), {2, 1}, {9, 10}, DataType::INT32).permitted();
  const auto bits = [](float f) { return std::bit_cast<std::uint32_t>(f); };
  EXPECT_TRUE(permits(p, 4, bits(9)));
  EXPECT_TRUE(permits(p, 4, bits(10)));
  EXPECT_FALSE(permits(p, 4, bits(5)));
  EXPECT_FALSE(permits(p, 4, bits(11)));
}

TEST(ScatterNd, HasOneAnswerWhereCollidingWritesAgree) {
  const auto p = eight(packed({4, -4}), {2, 1}, {9, 9}, DataType::INT32).permitted();
  EXPECT_TRUE(p.one_of.empty());
  EXPECT_EQ(bits_at(p.type, p.bytes, 4), std::bit_cast<std::uint32_t>(9.f));
}

TEST(ScatterNd, TakesATupleOutsideForNoWrite) {
  const auto p = eight(packed({8, -9, 0}), {3, 1}, {9, 10, 11}, DataType::INT32).permitted();
  EXPECT_EQ(p.bytes, packed({11.f, 2.f, 3.f, 4.f, 5.f, 6.f, 7.f, 8.f}));
  const auto q =
      scatter(DataType::UINT8, {2, 2}, packed<std::uint8_t>({1, 2, 3, 4}), DataType::INT64, {1, 2},
              packed<std::int64_t>({0, 2}), {1, 1}, packed<std::uint8_t>({9}), 2, 1)
          .permitted();
  EXPECT_EQ(q.bytes, packed<std::uint8_t>({1, 2, 3, 4}));
}

void holds_one_of_the_writes(std::mt19937_64& random) {
  const DataType type = pick(random, all_data_types());
  constexpr DataType kIndexTypes[] = {DataType::UINT32, DataType::UINT64, DataType::INT32,
                                      DataType::INT64};
  const DataType index_type = pick(random, kIndexTypes);
  const std::int64_t rank = pick(random, 1, 6), ni = pick(random, 1, rank), t = pick(random, 1, ni),
                     nx = pick(random, 1, std::min(rank, rank - (ni - t) + 1));
  List input(static_cast<std::size_t>(rank - ni), 1), batch, tail;
  for (std::int64_t i = 0; i < ni; ++i) {
    input.push_back(pick(random, 1, 3));
    if (i >= t) tail.push_back(input.back());
  }
  for (std::int64_t i = 0; i + 1 < nx; ++i) batch.push_back(pick(random, 1, 3));
  List indices(static_cast<std::size_t>(rank - nx), 1);
  for (std::int64_t b : batch) indices.push_back(b);
  indices.push_back(t);
  List updates(static_cast<std::size_t>(rank) - batch.size() - tail.size(), 1);
  for (std::int64_t b : batch) updates.push_back(b);
  for (std::int64_t s : tail) updates.push_back(s);
  const std::uint64_t tuples = *element_count(batch), length = *element_count(tail);
  Bytes at(tuples * static_cast<std::uint64_t>(t) * size_of(index_type));
  const Bytes data = random_elements(random, type, *element_count(input));
  const Bytes update = random_elements(random, type, tuples * length, 3);
  std::vector<std::set<std::uint64_t>> writes(*element_count(input));
  for (std::uint64_t p = 0; p < tuples; ++p) {
    List target(static_cast<std::size_t>(rank - ni), 0);
    for (std::int64_t j = 0; j < t; ++j) {
      const std::int64_t size = input[static_cast<std::size_t>(rank - ni + j)];
      const std::int64_t index = pick(random, is_signed(index_type) ? -size : 0, size - 1);
      set_bits(index_type, at, p * static_cast<std::uint64_t>(t) + static_cast<std::uint64_t>(j),
               static_cast<std::uint64_t>(index));
      target.push_back(index < 0 ? index + size : index);
    }
    List inside(tail.size(), 0);
    std::uint64_t i = 0;
    do {
      List element = target;
      for (std::int64_t x : inside) element.push_back(x);
      writes[position(element, input)].insert(bits_at(type, update, p * length + i++));
    } while (step(inside, tail));
  }
  const auto permitted =
      scatter(type, input, data, index_type, indices, at, updates, update, ni, nx).permitted();
  RC_ASSERT(permitted.size() == writes.size());
  for (std::uint64_t p = 0; p < writes.size(); ++p) {
    const std::uint64_t old = bits_at(type, data, p);
    if (writes[p].empty()) writes[p].insert(old);
    for (std::uint64_t i = 0; i < tuples * length; ++i) {
      const std::uint64_t bits = bits_at(type, update, i);
      RC_ASSERT(permits(permitted, p, bits) == writes[p].contains(bits));
    }
    RC_ASSERT(permits(permitted, p, old) == writes[p].contains(old));
    RC_ASSERT(permits(permitted, p, old ^ 1) == writes[p].contains(old ^ 1));
  }
}

TEST(ScatterNd, AgreesWithAReference) {
  EXPECT_TRUE(holds("every element is untouched, or what one of the writes to it puts there",
                    holds_one_of_the_writes));
}

}  // namespace
}  // namespace assay::ops
