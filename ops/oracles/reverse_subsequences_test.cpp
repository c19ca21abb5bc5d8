// A reference that looks at one coordinate after another.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

TEST(ReverseSubsequences, AgreesWithAReference) {
  EXPECT_TRUE(holds(
      "the first elements of a sequence are reversed, the others copied",
      [](std::mt19937_64& random) {
        List sizes(static_cast<std::size_t>(pick(random, 1, 5)), 1);
        for (std::int64_t& size : sizes) size = pick(random, 1, 4);
        const auto axis =
            static_cast<std::size_t>(pick(random, 0, static_cast<std::int64_t>(sizes.size()) - 1));
        List rows = sizes;
        rows[axis] = 1;
        const DataType type = pick(random, all_data_types());
        const DataType length_type = random() % 2 ? DataType::UINT32 : DataType::UINT64;
        Bytes lengths(*element_count(rows) * size_of(length_type));
        for (std::uint64_t i = 0; i < *element_count(rows); ++i)
          set_bits(length_type, lengths, i,
                   random() % 8 == 0
                       ? ~std::uint64_t{0}
                       : static_cast<std::uint64_t>(pick(random, 0, sizes[axis] + 1)));
        Question q("reverse_subsequences");
        q.input("InputTensor", type, sizes, random_elements(random, type, *element_count(sizes)))
            .input("SequenceLengthsTensor", length_type, rows, lengths)
            .output("OutputTensor", type, sizes)
            .value("Axis", static_cast<std::int64_t>(axis));
        const PermittedTensor answer = q.permitted();
        List at(sizes.size(), 0);
        do {
          List row = at, from = at;
          row[axis] = 0;
          const std::uint64_t length = bits_at(length_type, lengths, position(row, rows));
          if (static_cast<std::uint64_t>(at[axis]) < length)
            from[axis] = static_cast<std::int64_t>(
                             std::min(length, static_cast<std::uint64_t>(sizes[axis]))) -
                         1 - at[axis];
          RC_ASSERT(bits_at(type, answer.bytes, position(at, sizes)) ==
                    bits_at(type, q.problem().input("InputTensor"), position(from, sizes)));
        } while (step(at, sizes));
      }));
}

}  // namespace
}  // namespace assay::ops
