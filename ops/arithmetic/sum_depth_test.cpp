// Tests of sums of a declared depth: no term goes through more additions than that.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "ops/arithmetic/sum_interval.h"
#include "testing/ops/terms.h"

namespace assay::ops {
namespace {

/// Adds positive terms one after the other: the first goes through as many additions as there are
/// others.
float serial_sum(const std::vector<float>& terms) {
  float sum = 0;
  for (const float t : terms) sum += t;
  return sum;
}

/// Adds terms by some tree of which no term is deeper than `depth`, which must have room for them.
float sum_of_depth(std::mt19937& random, const float* terms, std::size_t count, int depth) {
  if (count == 1) return *terms;
  const std::size_t room = std::size_t{1} << (depth - 1);
  const std::size_t least = count > room ? count - room : 1, most = std::min(room, count - 1);
  const std::size_t first = least + random() % (most - least + 1);
  return sum_of_depth(random, terms, first, depth - 1) +
         sum_of_depth(random, terms + first, count - first, depth - 1);
}

Interval sum_within(const std::vector<float>& terms, const SumModel& model) {
  IntervalSum sum(model);
  for (const float t : terms) sum.add(t);
  return sum.result();
}

TEST(SumDepth, HoldsSumsOfItsDepthInAnyTree) {
  std::mt19937 random(5);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<float> terms(1 + random() % 100);
    const int family = static_cast<int>(random() % 6);
    for (float& t : terms) t = testing::random_value(random, family);
    int depth = static_cast<int>(random() % 4);
    while (std::size_t{1} << depth < terms.size()) ++depth;
    const Interval set = sum_within(terms, {.depth = depth});
    const float came = sum_of_depth(random, terms.data(), terms.size(), depth);
    ASSERT_TRUE(set.contains(came)) << came << " is not in " << set.low << ".." << set.high;
  }
}

TEST(SumDepth, RefusesASerialSumBeyondItsDepth) {
  for (const int count : {300, 1000, 3000}) {
    const std::vector<float> terms(static_cast<std::size_t>(count), 0.1f);
    const int depth = count / 64 + 6;
    EXPECT_TRUE(sum_within(terms, {}).contains(serial_sum(terms)));
    EXPECT_FALSE(sum_within(terms, {.depth = depth}).contains(serial_sum(terms))) << count;
  }
}

TEST(SumDepth, IsNoWiderWhereADepthIsBeyondItsTerms) {
  const std::vector<float> terms{0.1f, 0.7f, 1e-3f};
  EXPECT_EQ(sum_within(terms, {.depth = 2}), sum_within(terms, {}));
  EXPECT_EQ(sum_within(terms, {.depth = 9}), sum_within(terms, {}));
}

}  // namespace
}  // namespace assay::ops
