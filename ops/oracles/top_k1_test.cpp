// These tests compare the oracle of top_k1 with a repeated search for the next element.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

struct Taken {
  PermittedTensor values, indices;
};

Taken taken_of(DataType type, const List& input, Bytes data, std::size_t axis, std::int64_t k,
               bool greatest) {
  List output = input;
  output[axis] = k;
  Question q("top_k1");
  q.input("InputTensor", type, input, std::move(data))
      .output("OutputValueTensor", type, output)
      .output("OutputIndexTensor", DataType::UINT32, output)
      .value("Axis", static_cast<std::int64_t>(axis))
      .value("K", k)
      .choice("AxisDirection", {"INCREASING", "DECREASING"}, greatest);
  return {q.permitted({}, "OutputValueTensor"), q.permitted({}, "OutputIndexTensor")};
}

void takes_the_next_each_time(std::mt19937_64& random) {
  List input;
  for (std::int64_t rank = pick(random, 1, 4); rank > 0; --rank)
    input.push_back(pick(random, 1, 5));
  const std::size_t axis = random() % input.size();
  const std::int64_t length = input[axis], k = pick(random, 1, length);
  const bool greatest = pick(random, 0, 1);
  const Bytes data = random_elements(random, DataType::INT8, *element_count(input), 4);
  const Taken taken = taken_of(DataType::INT8, input, data, axis, k, greatest);
  List output = input, at(input.size(), 0);
  output[axis] = k;
  do {
    if (at[axis] != 0) continue;
    std::vector<std::int64_t> row;
    List from = at;
    for (from[axis] = 0; from[axis] < length; ++from[axis])
      row.push_back(integer_at(DataType::INT8, data, position(from, input)));
    std::vector<bool> used(row.size());
    List to = at;
    for (to[axis] = 0; to[axis] < k; ++to[axis]) {
      std::size_t best = row.size();
      for (std::size_t i = 0; i < row.size(); ++i)
        if (!used[i] &&
            (best == row.size() || (greatest ? row[i] > row[best] : row[i] < row[best])))
          best = i;
      used[best] = true;
      const std::uint64_t p = position(to, output);
      RC_ASSERT(integer_at(DataType::INT8, taken.values.bytes, p) == row[best]);
      RC_ASSERT(permits(taken.indices, p, best));
      for (std::size_t i = 0; i < row.size(); ++i)
        RC_ASSERT(permits(taken.indices, p, i) == (i == best));
    }
  } while (step(at, input));
}

TEST(TopK1, AgreesWithASearch) {
  EXPECT_TRUE(holds("each rank has the next element", takes_the_next_each_time));
}

std::string indices_at(const Taken& taken, std::uint64_t rank, std::uint64_t length) {
  std::string text;
  for (std::uint64_t i = 0; i < length; ++i)
    if (permits(taken.indices, rank, i)) text += std::to_string(i);
  return text;
}

TEST(TopK1, PermitsTheFirstOfTheEqualElementsAtTheCut) {
  const Taken cut =
      taken_of(DataType::UINT8, {5}, packed<std::uint8_t>({6, 9, 6, 6, 1}), 0, 3, true);
  EXPECT_EQ(indices_at(cut, 0, 5), "1");
  EXPECT_EQ(indices_at(cut, 1, 5), "0");
  EXPECT_EQ(indices_at(cut, 2, 5), "2");
}

TEST(TopK1, PermitsNoIndexTwiceAtATie) {
  const Taken tie =
      taken_of(DataType::INT16, {5}, packed<std::int16_t>({3, 1, 3, 2, 3}), 0, 4, false);
  EXPECT_EQ(indices_at(tie, 0, 5), "1");
  EXPECT_EQ(indices_at(tie, 1, 5), "3");
  EXPECT_EQ(indices_at(tie, 2, 5), "0");
  EXPECT_EQ(indices_at(tie, 3, 5), "2");
}

TEST(TopK1, PermitsZerosAsEqualOrByTheirBits) {
  const Taken zeros =
      taken_of(DataType::FLOAT32, {4}, packed<float>({0.0f, 0.0f, -0.0f, 1}), 0, 3, false);
  EXPECT_EQ(indices_at(zeros, 0, 4), "02");
  EXPECT_EQ(indices_at(zeros, 1, 4), "01");
  EXPECT_EQ(indices_at(zeros, 2, 4), "12");
  EXPECT_TRUE(permits(zeros.values, 0, 0) && permits(zeros.values, 0, 0x80000000));
  EXPECT_FALSE(permits(zeros.values, 0, 0x3f800000));
  EXPECT_FALSE(permits(zeros.values, 1, 0x80000000));
}

TEST(TopK1, PermitsEverythingForNaN) {
  const Taken nan = taken_of(DataType::FLOAT32, {2}, packed<float>({std::nanf(""), 1}), 0, 1, true);
  EXPECT_TRUE(permits_anything(nan.values, 0) && permits_anything(nan.indices, 0));
}

}  // namespace
}  // namespace assay::ops
