// These tests compare the oracles of join and split with coordinates: an element of a part lies in
// the whole behind all parts before it.
#include <gtest/gtest.h>

#include "ops/oracles/coordinates.h"
#include "ops/oracles/question.h"

namespace assay::ops {
namespace {

/// Parts of random sizes along an axis, and the whole that they make.
struct Parts {
  DataType type;
  std::size_t axis;
  std::vector<List> sizes;
  List whole;

  explicit Parts(std::mt19937_64& random) : type(pick(random, all_data_types())) {
    List one;
    for (std::int64_t rank = pick(random, 1, 8); rank > 0; --rank)
      one.push_back(pick(random, 1, 3));
    axis = random() % one.size();
    whole = one;
    whole[axis] = 0;
    for (std::int64_t count = pick(random, 1, 5); count > 0; --count) {
      one[axis] = pick(random, 1, 4);
      whole[axis] += one[axis];
      sizes.push_back(one);
    }
  }

  /// Calls same(number, in part, in whole) for each element of each part.
  template <class Same>
  void each(Same same) const {
    std::int64_t start = 0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      List at(whole.size(), 0);
      do {
        List in_whole = at;
        in_whole[axis] += start;
        same(k, position(at, sizes[k]), position(in_whole, whole));
      } while (step(at, sizes[k]));
      start += sizes[k][axis];
    }
  }
};

void joins_by_coordinates(std::mt19937_64& random) {
  const Parts parts(random);
  std::vector<Bytes> data;
  for (const List& sizes : parts.sizes)
    data.push_back(random_elements(random, parts.type, *element_count(sizes)));
  const PermittedTensor permitted =
      Question("join")
          .value("InputCount", static_cast<std::int64_t>(data.size()))
          .array_of(Kind::Input, "InputTensors", parts.type, parts.sizes, data)
          .output("OutputTensor", parts.type, parts.whole)
          .value("Axis", static_cast<std::int64_t>(parts.axis))
          .permitted();
  parts.each([&](std::size_t k, std::uint64_t in_part, std::uint64_t in_whole) {
    RC_ASSERT(bits_at(parts.type, permitted.bytes, in_whole) ==
              bits_at(parts.type, data[k], in_part));
  });
}

void splits_by_coordinates(std::mt19937_64& random) {
  const Parts parts(random);
  const Bytes data = random_elements(random, parts.type, *element_count(parts.whole));
  Question q("split");
  q.input("InputTensor", parts.type, parts.whole, data)
      .value("OutputCount", static_cast<std::int64_t>(parts.sizes.size()))
      .array_of(Kind::Output, "OutputTensors", parts.type, parts.sizes)
      .value("Axis", static_cast<std::int64_t>(parts.axis));
  Permitted permitted;
  q.ask(permitted);
  parts.each([&](std::size_t k, std::uint64_t in_part, std::uint64_t in_whole) {
    RC_ASSERT(bits_at(parts.type, permitted.tensors[1 + k].bytes, in_part) ==
              bits_at(parts.type, data, in_whole));
  });
  RC_ASSERT(permitted.tensors[1 + parts.sizes.size()].bytes.empty());
}

TEST(Join, PutsEachPartBehindThoseBeforeIt) {
  EXPECT_TRUE(holds("every element lies where its coordinates say", joins_by_coordinates));
}

TEST(Split, TakesEachPartBehindThoseBeforeIt) {
  EXPECT_TRUE(holds("every element comes from where its coordinates say", splits_by_coordinates));
}

}  // namespace
}  // namespace assay::ops
