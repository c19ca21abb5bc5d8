// These tests cover the page's examples, and a reference that follows the page coordinate by
// coordinate.
#include <gtest/gtest.h>

#include <set>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question gather(List input, Bytes data, DataType index_type, List indices, Bytes index_data,
                List output, std::int64_t axis, std::int64_t k, DataType type = DataType::FLOAT32) {
  Question q("gather");
  q.input("InputTensor", type, input, std::move(data))
      .input("IndicesTensor", index_type, indices, std::move(index_data))
      .output("OutputTensor", type, output)
      .value("Axis", axis)
      .value("IndexDimensions", k);
  return q;
}

Bytes answer(List input, std::vector<float> data, List indices, std::vector<std::uint32_t> at,
             List output, std::int64_t axis, std::int64_t k) {
  return gather(input, packed(data), DataType::UINT32, indices, packed(at), output, axis, k)
      .permitted()
      .bytes;
}

TEST(Gather, GivesTheAnswersOfThePage) {
  EXPECT_EQ(answer({4}, {11, 12, 13, 14}, {5}, {3, 1, 3, 0, 2}, {5}, 0, 1),
            packed({14.f, 12.f, 14.f, 11.f, 13.f}));
  EXPECT_EQ(answer({3, 2}, {1, 2, 3, 4, 5, 6}, {1, 4}, {0, 1, 1, 2}, {4, 2}, 0, 1),
            packed({1.f, 2.f, 3.f, 4.f, 3.f, 4.f, 5.f, 6.f}));
  // The page prints IndexDimensions 2, which the page's own rule refuses.
  EXPECT_EQ(answer({3, 2}, {1, 2, 3, 4, 5, 6}, {1, 2}, {1, 0}, {3, 2}, 1, 1),
            packed({2.f, 1.f, 4.f, 3.f, 6.f, 5.f}));
  EXPECT_EQ(answer({1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1, 2}, {0, 2}, {3, 1, 2}, 2, 2),
            packed({1.f, 3.f, 4.f, 6.f, 7.f, 9.f}));
  EXPECT_EQ(answer({1, 3, 2}, {1, 2, 3, 4, 5, 6}, {1, 2, 2}, {0, 1, 1, 2}, {2, 2, 2}, 1, 2),
            packed({1.f, 2.f, 3.f, 4.f, 3.f, 4.f, 5.f, 6.f}));
}

TEST(Gather, TakesAScalarIndexAndOneFromTheEnd) {
  const auto p = gather({3, 2}, packed({1.f, 2.f, 3.f, 4.f, 5.f, 6.f}), DataType::INT32, {1, 1},
                        packed({-1}), {1, 2}, 0, 0)
                     .permitted();
  EXPECT_EQ(p.bytes, packed({5.f, 6.f}));
  EXPECT_TRUE(p.one_of.empty());
}

TEST(Gather, TellsTheZerosApart) {
  const auto p =
      gather({2}, packed({0.f, -0.f}), DataType::UINT32, {1}, packed({1u}), {1}, 0, 1).permitted();
  EXPECT_FALSE(permits(p, 0, 0));
  EXPECT_TRUE(permits(p, 0, 0x80000000));
}

struct Drawn {
  Question question;
  /// The sizes without padding: those before the axis, those of the indices, those behind the axis.
  List before, indices, behind;
  std::int64_t length;
};

Drawn draw(std::mt19937_64& random, bool out_of_range) {
  const DataType type = pick(random, all_data_types());
  constexpr DataType kIndexTypes[] = {DataType::UINT32, DataType::UINT64, DataType::INT32,
                                      DataType::INT64};
  const DataType index_type = pick(random, kIndexTypes);
  const auto rank = static_cast<std::size_t>(pick(random, 1, 8));
  const auto relevant = static_cast<std::size_t>(pick(random, 1, static_cast<int>(rank)));
  const auto axis = static_cast<std::size_t>(pick(random, 0, static_cast<int>(relevant) - 1));
  const auto k = static_cast<std::size_t>(pick(random, 0, static_cast<int>(rank - relevant) + 1));
  List before, behind, inner_indices, input(rank - relevant, 1), indices(rank - k, 1);
  const std::int64_t length = pick(random, 1, 4);
  for (std::size_t i = 0; i < relevant; ++i) {
    const std::int64_t size = i == axis ? length : pick(random, 1, 3);
    input.push_back(size);
    if (i != axis) (i < axis ? before : behind).push_back(size);
  }
  for (std::size_t i = 0; i < k; ++i) {
    inner_indices.push_back(pick(random, 1, k > 4 ? 2 : 3));
    indices.push_back(inner_indices.back());
  }
  List output(rank + 1 - relevant - k, 1);
  for (const List* part : {&before, &inner_indices, &behind})
    for (std::int64_t size : *part) output.push_back(size);
  const std::uint64_t count = *element_count(indices);
  Bytes at(count * size_of(index_type));
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t index = pick(random, is_signed(index_type) ? -length : 0, length - 1);
    if (out_of_range && pick(random, 0, 4) == 0)
      index = pick(random, 0, 1) ? length : is_signed(index_type) ? -length - 1 : length + 1;
    set_bits(index_type, at, i, static_cast<std::uint64_t>(index));
  }
  Bytes data = random_elements(random, type, *element_count(input), 5);
  return {
      gather(input, std::move(data), index_type, indices, std::move(at), output,
             static_cast<std::int64_t>(rank - relevant + axis), static_cast<std::int64_t>(k), type),
      before, inner_indices, behind, length};
}

void agrees_with_the_page(std::mt19937_64& random, bool out_of_range) {
  const Drawn drawn = draw(random, out_of_range);
  const Problem& problem = drawn.question.problem();
  const TensorDesc& index_tensor = problem.tensor("IndicesTensor");
  const Bytes& input = problem.input("InputTensor");
  const PermittedTensor permitted = drawn.question.permitted();
  std::set<std::uint64_t> all;
  for (std::uint64_t i = 0; i < input.size() / size_of(permitted.type); ++i)
    all.insert(bits_at(permitted.type, input, i));
  List a(drawn.before.size(), 0);
  std::uint64_t p = 0;
  do {
    List i(drawn.indices.size(), 0);
    do {
      List b(drawn.behind.size(), 0);
      do {
        std::int64_t index = integer_at(index_tensor.type, problem.input("IndicesTensor"),
                                        position(i, drawn.indices));
        if (index < 0) index += drawn.length;
        const bool inside = 0 <= index && index < drawn.length;
        List source = a, sizes = drawn.before;
        source.push_back(index);
        sizes.push_back(drawn.length);
        for (std::int64_t x : b) source.push_back(x);
        for (std::int64_t x : drawn.behind) sizes.push_back(x);
        for (std::uint64_t bits : all) {
          const bool right =
              !inside || bits == bits_at(permitted.type, input, position(source, sizes));
          RC_ASSERT(permits(permitted, p, bits) == right);
        }
        RC_ASSERT(all.contains(*all.begin() ^ 1) || !permits(permitted, p, *all.begin() ^ 1));
        ++p;
      } while (step(b, drawn.behind));
    } while (step(i, drawn.indices));
  } while (step(a, drawn.before));
  RC_ASSERT(p == permitted.size());
}

TEST(Gather, AgreesWithAReference) {
  EXPECT_TRUE(holds("every element is the one that its index names",
                    [](std::mt19937_64& random) { agrees_with_the_page(random, false); }));
  EXPECT_TRUE(holds("where the index is out of range, any element of the input is permitted",
                    [](std::mt19937_64& random) { agrees_with_the_page(random, true); }));
}

TEST(Gather, SharesOneSetOfAlternatives) {
  const auto p = gather({1, 4}, packed({5.f, 7.f, 5.f, 1.f}), DataType::UINT64, {1, 3},
                        packed<std::uint64_t>({4, 0, ~std::uint64_t{0}}), {1, 3}, 1, 1)
                     .permitted();
  EXPECT_EQ(p.one_of.size(), 2u);
  EXPECT_EQ(p.alternatives.size(), 3u);
}

}  // namespace
}  // namespace assay::ops
