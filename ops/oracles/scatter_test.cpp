// A reference that looks at one coordinate after another.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "ops/oracles/indexed.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(Scatter, AgreesWithAReference) {
  EXPECT_TRUE(holds(
      "every element is the input's, or one of the updates that go to it",
      [](std::mt19937_64& random) {
        const List sizes = pick_sizes(random, pick(random, 1, 4), 4);
        const auto axis =
            static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(sizes.size()) - 1));
        List picked = sizes;
        picked[axis] = pick(random, 1, 5);
        const DataType type = pick(random, all_data_types()), index_type = pick_index_type(random);
        const Bytes indices = random_indices(random, index_type, picked, sizes[axis]);
        Question q("scatter");
        q.input("InputTensor", type, sizes, random_elements(random, type, *element_count(sizes), 4))
            .input("IndicesTensor", index_type, picked, indices)
            .input("UpdatesTensor", type, picked,
                   random_elements(random, type, *element_count(picked), 4))
            .output("OutputTensor", type, sizes)
            .value("Axis", static_cast<std::int64_t>(axis));
        std::map<std::uint64_t, std::set<std::uint64_t>> updates;
        List at(sizes.size(), 0);
        do {
          List to = at;
          to[axis] = integer_at(index_type, indices, position(at, picked));
          if (to[axis] < 0) to[axis] += sizes[axis];
          updates[position(to, sizes)].insert(
              bits_at(type, q.problem().input("UpdatesTensor"), position(at, picked)));
        } while (step(at, picked));
        std::set<std::uint64_t> all;
        for (const char* name : {"InputTensor", "UpdatesTensor"})
          for (std::uint64_t i = 0; i < q.problem().input(name).size() / size_of(type); ++i)
            all.insert(bits_at(type, q.problem().input(name), i));
        const PermittedTensor answer = q.permitted();
        for (std::uint64_t i = 0; i < answer.size(); ++i)
          for (const std::uint64_t bits : all)
            RC_ASSERT(permits(answer, i, bits) ==
                      (updates.contains(i)
                           ? updates[i].contains(bits)
                           : bits == bits_at(type, q.problem().input("InputTensor"), i)));
      }));
}

}  // namespace
}  // namespace assay::ops
