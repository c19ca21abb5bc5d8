// A reference that looks at one coordinate after another.
#include <gtest/gtest.h>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(GatherElements, AgreesWithAReference) {
  EXPECT_TRUE(
      holds("every element is the one that its own index names", [](std::mt19937_64& random) {
        const List sizes = pick_sizes(random, pick(random, 1, 5), 4);
        const auto axis =
            static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(sizes.size()) - 1));
        List picked = sizes;
        picked[axis] = pick(random, 1, 5);
        const DataType type = pick(random, all_data_types()), index_type = pick_index_type(random);
        const Bytes indices = random_indices(random, index_type, picked, sizes[axis]);
        Question q("gather_elements");
        q.input("InputTensor", type, sizes, random_elements(random, type, *element_count(sizes)))
            .input("IndicesTensor", index_type, picked, indices)
            .output("OutputTensor", type, picked)
            .value("Axis", static_cast<std::int64_t>(axis));
        const PermittedTensor answer = q.permitted();
        List at(sizes.size(), 0);
        do {
          List from = at;
          from[axis] = integer_at(index_type, indices, position(at, picked));
          if (from[axis] < 0) from[axis] += sizes[axis];
          RC_ASSERT(bits_at(type, answer.bytes, position(at, picked)) ==
                    bits_at(type, q.problem().input("InputTensor"), position(from, sizes)));
        } while (step(at, picked));
      }));
}

}  // namespace
}  // namespace assay::ops
