// These tests compare the oracle with the description, coordinate by coordinate.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

void follows_the_description(std::mt19937_64& random) {
  List sizes, values(2, 1);
  for (std::int64_t rank = pick(random, 1, 4); rank > 0; --rank)
    sizes.push_back(pick(random, 1, 4));
  const std::size_t axis = random() % sizes.size();
  List index_sizes = sizes;
  index_sizes[axis] = 1;
  values[random() % 2] = pick(random, 2, 4);
  constexpr DataType kIndexTypes[] = {DataType::INT32, DataType::INT64, DataType::UINT64};
  const DataType index_type = pick(random, kIndexTypes), type = pick(random, all_data_types());
  Bytes indices(*element_count(index_sizes) * size_of(index_type));
  for (std::uint64_t i = 0; i < *element_count(index_sizes); ++i)
    set_bits(index_type, indices, i, static_cast<std::uint64_t>(pick(random, -6, 6)));
  const Bytes value_data = random_elements(random, type, *element_count(values));
  Question q("one_hot");
  q.input("IndicesTensor", index_type, index_sizes, indices)
      .input("ValuesTensor", type, values, value_data)
      .output("OutputTensor", type, sizes)
      .value("Axis", static_cast<std::int64_t>(axis));
  const PermittedTensor permitted = q.permitted();
  List at(sizes.size(), 0);
  std::uint64_t p = 0;
  do {
    List of_sequence = at;
    of_sequence[axis] = 0;
    const std::int64_t index = integer_at(index_type, indices, position(of_sequence, index_sizes));
    const bool hot = index == at[axis] || (index < 0 && index + sizes[axis] == at[axis]);
    RC_ASSERT(bits_at(type, permitted.bytes, p++) == bits_at(type, value_data, hot));
  } while (step(at, sizes));
}

TEST(OneHot, AgreesWithTheDescription) {
  EXPECT_TRUE(holds("an element is on where its coordinate is the index", follows_the_description));
}

}  // namespace
}  // namespace assay::ops
