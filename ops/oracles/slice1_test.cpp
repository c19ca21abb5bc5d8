// These tests cover the page's examples, and a reference that follows the page's pseudocode
// coordinate by coordinate.
#include <gtest/gtest.h>

#include <limits>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

Question slice(DataType type, List input, Bytes data, List output, List offsets, List window,
               List strides) {
  Question q("slice1");
  q.input("InputTensor", type, input, std::move(data))
      .output("OutputTensor", type, output)
      .value("DimensionCount", static_cast<std::int64_t>(input.size()))
      .array("InputWindowOffsets", offsets)
      .array("InputWindowSizes", window)
      .array("InputWindowStrides", strides, Kind::Ints);
  return q;
}

Bytes sixteen() {
  std::vector<float> values(16);
  for (int i = 0; i < 16; ++i) values[static_cast<std::size_t>(i)] = static_cast<float>(i + 1);
  return packed(values);
}

TEST(Slice1, GivesTheAnswersOfThePage) {
  const auto answer = [](List strides) {
    return slice(DataType::FLOAT32, {1, 1, 4, 4}, sixteen(), {1, 1, 2, 2}, {0, 0, 0, 1},
                 {1, 1, 4, 3}, strides)
        .permitted()
        .bytes;
  };
  EXPECT_EQ(answer({1, 1, 2, 2}), packed({2.f, 4.f, 10.f, 12.f}));
  EXPECT_EQ(answer({1, 1, -2, 2}), packed({14.f, 16.f, 6.f, 8.f}));
}

TEST(Slice1, TakesTheLeastAndTheGreatestStride) {
  const auto answer = [](std::int64_t stride) {
    return slice(DataType::FLOAT32, {4, 4}, sixteen(), {1, 4}, {1, 0}, {3, 4}, {stride, -1})
        .permitted()
        .bytes;
  };
  EXPECT_EQ(answer(std::numeric_limits<std::int32_t>::min()), packed({16.f, 15.f, 14.f, 13.f}));
  EXPECT_EQ(answer(std::numeric_limits<std::int32_t>::max()), packed({8.f, 7.f, 6.f, 5.f}));
}

void follows_the_pseudocode(std::mt19937_64& random) {
  const DataType type = pick(random, all_data_types());
  const auto rank = static_cast<std::size_t>(pick(random, 1, 8));
  List input, output, offsets, window, strides;
  for (std::size_t i = 0; i < rank; ++i) {
    input.push_back(pick(random, 1, rank > 4 ? 3 : 7));
    offsets.push_back(pick(random, 0, input[i] - 1));
    window.push_back(pick(random, 1, input[i] - offsets[i]));
    const std::int64_t magnitude = pick(random, 1, window[i] + 1);
    strides.push_back(pick(random, 0, 1) ? magnitude : -magnitude);
    output.push_back(pick(random, 1, 1 + (window[i] - 1) / magnitude));
  }
  const Bytes data = random_elements(random, type, *element_count(input));
  const auto permitted = slice(type, input, data, output, offsets, window, strides).permitted();
  RC_ASSERT(permitted.one_of.empty() && permitted.any.empty() && !permitted.zeros_equal);
  List at(rank, 0);
  std::uint64_t p = 0;
  do {
    List source = offsets;
    for (std::size_t i = 0; i < rank; ++i)
      source[i] += (strides[i] < 0 ? window[i] - 1 : 0) + strides[i] * at[i];
    RC_ASSERT(bits_at(type, permitted.bytes, p++) == bits_at(type, data, position(source, input)));
  } while (step(at, output));
  RC_ASSERT(p == permitted.size());
}

TEST(Slice1, AgreesWithAReference) {
  EXPECT_TRUE(
      holds("every element is the one that the page's pseudocode names", follows_the_pseudocode));
}

}  // namespace
}  // namespace assay::ops
