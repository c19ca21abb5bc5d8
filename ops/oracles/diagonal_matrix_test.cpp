// These tests compare the oracles of the diagonal matrices with the pages' pseudocode, coordinate
// by coordinate.
#include <gtest/gtest.h>

#include <array>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

/// Two to four small sizes.
List matrix_sizes(std::mt19937_64& random) {
  List sizes;
  for (std::int64_t rank = pick(random, 2, 4); rank > 0; --rank)
    sizes.push_back(pick(random, 1, 5));
  return sizes;
}

std::int64_t some_diagonal(std::mt19937_64& random) {
  constexpr std::array<std::int64_t, 3> kFar{INT32_MIN, INT32_MAX, 0};
  return pick(random, 0, 5) ? pick(random, -6, 6)
                            : kFar[static_cast<std::size_t>(pick(random, 0, 2))];
}

void fills_one_diagonal(std::mt19937_64& random) {
  const List sizes = matrix_sizes(random);
  const std::int64_t offset = some_diagonal(random);
  const PermittedTensor permitted = Question("diagonal_matrix")
                                        .output("OutputTensor", DataType::INT16, sizes)
                                        .value("Offset", offset, Kind::Int)
                                        .number("Value", -3)
                                        .permitted();
  List at(sizes.size(), 0);
  std::uint64_t p = 0;
  do {
    const bool filled = at[at.size() - 2] + offset == at.back();
    RC_ASSERT(integer_at(DataType::INT16, permitted.bytes, p++) == (filled ? -3 : 0));
  } while (step(at, sizes));
  RC_ASSERT(p == permitted.size());
  RC_ASSERT(permitted.one_of.empty() && permitted.any.empty());
}

TEST(DiagonalMatrix, PutsTheValueWhereTheSumIsTheColumn) {
  EXPECT_TRUE(holds("the value stands where y + Offset == x alone", fills_one_diagonal));
}

TEST(DiagonalMatrix, PermitsBothSidesOfAValueThatTheTypeDoesNotHave) {
  const PermittedTensor permitted = Question("diagonal_matrix")
                                        .output("OutputTensor", DataType::UINT8, {2, 2})
                                        .value("Offset", 0, Kind::Int)
                                        .number("Value", 10.6f)
                                        .permitted();
  EXPECT_TRUE(permits(permitted, 0, 10));
  EXPECT_TRUE(permits(permitted, 3, 11));
  EXPECT_FALSE(permits(permitted, 0, 0));
  EXPECT_FALSE(permits(permitted, 1, 10));
  EXPECT_TRUE(permits(permitted, 1, 0));
}

void follows_the_pseudocode(std::mt19937_64& random) {
  const DataType type = pick(random, all_data_types());
  const List sizes = matrix_sizes(random);
  const std::int64_t begin = some_diagonal(random), end = some_diagonal(random);
  const std::uint64_t value = random() & (~std::uint64_t{0} >> (64 - 8 * size_of(type)));
  const bool with_input = pick(random, 0, 1);
  const Bytes data = with_input ? random_elements(random, type, *element_count(sizes)) : Bytes();
  const PermittedTensor permitted = Question("diagonal_matrix1")
                                        .optional_input("InputTensor", type, sizes, data)
                                        .output("OutputTensor", type, sizes)
                                        .scalars("ValueDataType", type, {{"Value", value}})
                                        .value("DiagonalFillBegin", begin, Kind::Int)
                                        .value("DiagonalFillEnd", end, Kind::Int)
                                        .permitted();
  List at(sizes.size(), 0);
  std::uint64_t p = 0;
  do {
    const std::int64_t top = at.back() - at[at.size() - 2];
    const bool use = (end >= begin) ^ (top >= begin) ^ (top < end);
    const std::uint64_t beside = with_input ? bits_at(type, data, p) : 0;
    RC_ASSERT(bits_at(type, permitted.bytes, p++) == (use ? value : beside));
  } while (step(at, sizes));
  RC_ASSERT(p == permitted.size());
}

TEST(DiagonalMatrix1, FollowsThePseudocode) {
  EXPECT_TRUE(holds("an element is the value, the input's or zero as the page's pseudocode says",
                    follows_the_pseudocode));
}

}  // namespace
}  // namespace assay::ops
