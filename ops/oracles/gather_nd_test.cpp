// A reference for gather_nd and gather_nd1 that follows the pages coordinate by coordinate.
#include <gtest/gtest.h>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

void agrees(std::mt19937_64& random, bool has_batches) {
  const DataType type = pick(random, all_data_types()), index_type = pick_index_type(random);
  const List batches = pick_sizes(random, has_batches ? pick(random, 0, 2) : 0, 3),
             points = pick_sizes(random, pick(random, 0, 2), 3),
             addressed = pick_sizes(random, pick(random, 1, 3), 3),
             tail = pick_sizes(random, pick(random, 0, 1), 3);
  List input = batches, indices = batches, output = batches;
  for (std::int64_t size : points) {
    indices.push_back(size);
    output.push_back(size);
  }
  indices.push_back(static_cast<std::int64_t>(addressed.size()));
  for (std::int64_t size : addressed) input.push_back(size);
  for (std::int64_t size : tail) {
    input.push_back(size);
    output.push_back(size);
  }
  const std::size_t dimensions = 8;
  const auto padded = [&](const List& sizes) {
    List all(dimensions - sizes.size(), 1);
    for (std::int64_t size : sizes) all.push_back(size);
    return all;
  };
  Bytes coordinates(*element_count(indices) * size_of(index_type));
  for (std::uint64_t i = 0; i < *element_count(indices); ++i)
    set_bits(index_type, coordinates, i,
             static_cast<std::uint64_t>(
                 pick_index(random, index_type, addressed[i % addressed.size()])));
  Question q(has_batches ? "gather_nd1" : "gather_nd");
  q.input("InputTensor", type, padded(input), random_elements(random, type, *element_count(input)))
      .input("IndicesTensor", index_type, padded(indices), coordinates)
      .output("OutputTensor", type, padded(output))
      .value("InputDimensionCount", static_cast<std::int64_t>(input.size()))
      .value("IndicesDimensionCount", static_cast<std::int64_t>(indices.size()));
  if (has_batches) q.value("BatchDimensionCount", static_cast<std::int64_t>(batches.size()));
  const PermittedTensor answer = q.permitted();
  List at(output.size(), 0);
  do {
    List from, tuple;
    for (std::size_t i = 0; i < batches.size() + points.size(); ++i) {
      if (i < batches.size()) from.push_back(at[i]);
      tuple.push_back(at[i]);
    }
    tuple.push_back(0);
    for (std::size_t j = 0; j < addressed.size(); ++j) {
      tuple[tuple.size() - 1] = static_cast<std::int64_t>(j);
      const std::int64_t index = integer_at(index_type, coordinates, position(tuple, indices));
      from.push_back(index < 0 ? index + addressed[j] : index);
    }
    for (std::size_t i = 0; i < tail.size(); ++i)
      from.push_back(at[batches.size() + points.size() + i]);
    RC_ASSERT(bits_at(type, answer.bytes, position(at, output)) ==
              bits_at(type, q.problem().input("InputTensor"), position(from, input)));
  } while (step(at, output));
}

TEST(GatherNd, AgreesWithAReference) {
  EXPECT_TRUE(holds("every block is the one that its tuple names",
                    [](std::mt19937_64& random) { agrees(random, false); }));
  EXPECT_TRUE(holds("every block is the one that its tuple names within its batch",
                    [](std::mt19937_64& random) { agrees(random, true); }));
}

}  // namespace
}  // namespace assay::ops
