// The examples of the pages of depth_to_space and space_to_depth, and a reference for both.
#include <gtest/gtest.h>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

PermittedTensor moved(const std::string& name, const List& from, const Bytes& data, const List& to,
                      std::int64_t block, bool column_row_depth) {
  Question q(name);
  q.input("InputTensor", DataType::UINT16, from, data)
      .output("OutputTensor", DataType::UINT16, to)
      .value("BlockSize", block);
  if (name.back() == '1')
    q.choice("Order", {"DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH"}, column_row_depth);
  return q.permitted();
}

TEST(Blocks, AgreeWithAReference) {
  EXPECT_TRUE(holds("depth goes to the plane, and back", [](std::mt19937_64& random) {
    const std::int64_t block = pick(random, 1, 3), channels = pick(random, 1, 3);
    const bool last = random() % 2;
    const List depth{pick(random, 1, 2), channels * block * block, pick(random, 1, 3),
                     pick(random, 1, 3)},
        space{depth[0], channels, depth[2] * block, depth[3] * block};
    const Bytes data = random_elements(random, DataType::UINT16, *element_count(depth));
    const PermittedTensor plane = moved("depth_to_space1", depth, data, space, block, last);
    List at(4, 0);
    do {
      const std::int64_t row = at[2] % block, column = at[3] % block;
      const std::int64_t channel =
          last ? (at[1] * block + row) * block + column : (row * block + column) * channels + at[1];
      RC_ASSERT(bits_at(DataType::UINT16, plane.bytes, position(at, space)) ==
                bits_at(DataType::UINT16, data,
                        position({at[0], channel, at[2] / block, at[3] / block}, depth)));
    } while (step(at, space));
    RC_ASSERT(moved("space_to_depth1", space, plane.bytes, depth, block, last).bytes == data);
    if (!last) {
      RC_ASSERT(moved("depth_to_space", depth, data, space, block, last).bytes == plane.bytes);
      RC_ASSERT(moved("space_to_depth", space, plane.bytes, depth, block, last).bytes == data);
    }
  }));
}

}  // namespace
}  // namespace assay::ops
