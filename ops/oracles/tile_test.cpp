// These tests compare the oracle with the page's formula, coordinate by coordinate.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question tiled(DataType type, const List& input, Bytes data, const List& repeats) {
  List output = input;
  for (std::size_t i = 0; i < input.size(); ++i) output[i] *= repeats[i];
  Question q("tile");
  q.input("InputTensor", type, input, std::move(data))
      .output("OutputTensor", type, output)
      .value("RepeatsCount", static_cast<std::int64_t>(input.size()))
      .array("Repeats", repeats);
  return q;
}

TEST(Tile, RepeatsRowsAndColumns) {
  EXPECT_EQ(
      tiled(DataType::UINT8, {2, 2}, packed<std::uint8_t>({1, 2, 3, 4}), {2, 1}).permitted().bytes,
      packed<std::uint8_t>({1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(
      tiled(DataType::UINT8, {2, 2}, packed<std::uint8_t>({1, 2, 3, 4}), {1, 2}).permitted().bytes,
      packed<std::uint8_t>({1, 2, 1, 2, 3, 4, 3, 4}));
}

void follows_the_formula(std::mt19937_64& random) {
  const DataType type = pick(random, all_data_types());
  List input, repeats, output;
  for (std::int64_t rank = pick(random, 1, 8); rank > 0; --rank) {
    input.push_back(pick(random, 1, 3));
    repeats.push_back(pick(random, 1, 3));
    output.push_back(input.back() * repeats.back());
  }
  if (*element_count(output) > 20000) return;
  const Bytes data = random_elements(random, type, *element_count(input));
  const PermittedTensor permitted = tiled(type, input, data, repeats).permitted();
  List at(input.size(), 0);
  std::uint64_t p = 0;
  do {
    List source = at;
    for (std::size_t i = 0; i < at.size(); ++i) source[i] = at[i] % input[i];
    RC_ASSERT(bits_at(type, permitted.bytes, p++) == bits_at(type, data, position(source, input)));
  } while (step(at, output));
  RC_ASSERT(p == permitted.size());
}

TEST(Tile, AgreesWithTheFormula) {
  EXPECT_TRUE(holds("every element is that of the coordinates modulo the input's sizes",
                    follows_the_formula));
}

}  // namespace
}  // namespace assay::ops
