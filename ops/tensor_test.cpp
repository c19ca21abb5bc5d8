// Offsets of a walk are compared with offsets of coordinates, and sizes with the elements that are
// really addressed.
#include "ops/tensor.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "ops/oracles/coordinates.h"

namespace assay::ops {
namespace {

TensorDesc drawn_tensor(std::mt19937_64& random) {
  TensorDesc t;
  t.type = pick(random, all_data_types());
  const std::int64_t rank = pick(random, 0, 5);
  for (std::int64_t i = 0; i < rank; ++i) t.sizes.push_back(pick(random, 1, 4));
  t.strided = random() % 4;
  if (!t.strided) return t;
  t.strides = packed_strides(t.sizes);
  for (std::int64_t& s : t.strides)
    if (random() % 2) s = random() % 2 ? s + pick(random, 0, 3) : pick(random, 0, 9);
  if (random() % 4 == 0) std::reverse(t.strides.begin(), t.strides.end());
  return t;
}

/// The offset of every element in logical order, computed from its coordinates.
std::vector<std::uint64_t> offsets(const TensorDesc& t) {
  const List strides = effective_strides(t);
  std::vector<std::uint64_t> offsets;
  List at(t.sizes.size(), 0);
  do {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < at.size(); ++i) offset += at[i] * strides[i];
    offsets.push_back(static_cast<std::uint64_t>(offset));
  } while (step(at, t.sizes));
  return offsets;
}

std::vector<std::uint64_t> walked(const TensorDesc& t) {
  std::vector<std::uint64_t> offsets;
  for (Walk w(t); !w.done(); w.next())
    for (std::uint64_t i = 0; i < w.run(); ++i) offsets.push_back(w.offset() + i * w.step());
  return offsets;
}

TEST(Tensor, IsWalkedInLogicalOrder) {
  EXPECT_TRUE(
      holds("a walk gives every element's offset, in row-major order", [](std::mt19937_64& random) {
        const TensorDesc t = drawn_tensor(random);
        RC_ASSERT(walked(t) == offsets(t));
      }));
  EXPECT_TRUE(
      holds("a walk follows negative strides too, modulo 2^64", [](std::mt19937_64& random) {
        TensorDesc t = drawn_tensor(random);
        for (std::int64_t& s : t.strides)
          if (random() % 2) s = -s;
        RC_ASSERT(walked(t) == offsets(t));
      }));
}

TEST(Tensor, IsWalkedInOneRunWherePacked) {
  TensorDesc t;
  t.sizes = {2, 3, 4};
  EXPECT_EQ(Walk(t).run(), 24u);
  t.strided = true;
  t.strides = packed_strides(t.sizes);
  EXPECT_EQ(Walk(t).run(), 24u);
}

TEST(Tensor, IsPackedAndUnpacked) {
  EXPECT_TRUE(holds("packing takes each element from its place, unpacking puts it back",
                    [](std::mt19937_64& random) {
                      const TensorDesc t = drawn_tensor(random);
                      const std::vector<std::uint64_t> places = offsets(t);
                      const std::size_t width = size_of(t.type);
                      const std::uint64_t span = *span_elements(t);
                      const Bytes memory = random_elements(random, t.type, span);
                      Bytes dense(places.size() * width);
                      pack(t, memory, dense);
                      Bytes rest = random_elements(random, t.type, span), back = rest;
                      unpack(t, dense, back);
                      for (std::uint64_t i = 0; i < places.size(); ++i) {
                        RC_ASSERT(bits_at(t.type, dense, i) == bits_at(t.type, memory, places[i]));
                        set_bits(t.type, rest, places[i], bits_at(t.type, memory, places[i]));
                      }
                      RC_ASSERT(back == rest);
                    }));
}

TEST(Tensor, KnowsHowFarItReachesAndWhetherItOverlaps) {
  EXPECT_TRUE(holds("the span ends behind the last addressed element", [](std::mt19937_64& random) {
    const TensorDesc t = drawn_tensor(random);
    const std::vector<std::uint64_t> places = offsets(t);
    const std::uint64_t end = *std::max_element(places.begin(), places.end()) + 1;
    RC_ASSERT(span_elements(t) == end);
    RC_ASSERT(minimum_bytes(t) == (end * size_of(t.type) + 3) / 4 * 4);
    RC_ASSERT(element_count(t.sizes) == places.size());
    RC_ASSERT(total_bytes(t) == *minimum_bytes(t));
  }));
  EXPECT_TRUE(holds("where no overlap is found, no two coordinates share an element",
                    [](std::mt19937_64& random) {
                      const TensorDesc t = drawn_tensor(random);
                      const std::vector<std::uint64_t> places = offsets(t);
                      const bool shared =
                          std::set(places.begin(), places.end()).size() < places.size();
                      if (!overlaps_itself(t)) RC_ASSERT(!shared);
                      // Strides that interleave without sharing an element count as overlapping.
                      // Nested strides never do.
                      List nested = t.sizes;
                      for (std::int64_t reach = 0; std::size_t i : {4u, 3u, 2u, 1u, 0u}) {
                        if (i >= t.sizes.size()) continue;
                        nested[i] = reach + 1 + pick(random, 0, 2);
                        reach += (t.sizes[i] - 1) * nested[i];
                      }
                      TensorDesc apart = t;
                      apart.strided = true;
                      apart.strides = nested;
                      RC_ASSERT(!overlaps_itself(apart));
                    }));
}

TEST(Tensor, ReportsOverflow) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(element_count({kMost, 3}), std::nullopt);
  EXPECT_EQ(element_count({-1}), std::nullopt);
  EXPECT_EQ(element_count({}), 1u);
  TensorDesc t;
  t.sizes = {kMost, 2};
  t.strides = {kMost, kMost};
  t.strided = true;
  EXPECT_EQ(span_elements(t), std::nullopt);
  EXPECT_EQ(minimum_bytes(t), std::nullopt);
  EXPECT_TRUE(overlaps_itself(t));
  t.sizes = {kMost / 2};
  t.strides = {4};
  t.type = DataType::FLOAT64;
  EXPECT_EQ(minimum_bytes(t), std::nullopt);
}

}  // namespace
}  // namespace assay::ops
