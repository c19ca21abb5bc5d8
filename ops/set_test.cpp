// Sets of ranges are compared with std::set over a few integers.
#include "ops/set.h"

#include <gtest/gtest.h>

#include <set>

#include "ops/oracles/coordinates.h"

namespace assay::ops {
namespace {

constexpr std::int64_t kUniverse = 20;
using Model = std::set<std::int64_t>;

struct Both {
  Set set;
  Model model;
};

Both draw(std::mt19937_64& random) {
  Both b;
  for (std::int64_t n = pick(random, 0, 4); n > 0; --n) {
    const std::int64_t low = pick(random, 0, kUniverse - 1);
    const std::int64_t high = pick(random, low - 1, std::min(kUniverse - 1, low + 4));
    b.set.add({low, high});
    for (std::int64_t i = low; i <= high; ++i) b.model.insert(i);
  }
  return b;
}

void agree(const Set& set, const Model& model) {
  for (std::int64_t i = -1; i <= kUniverse; ++i) RC_ASSERT(set.contains(i) == model.contains(i));
  RC_ASSERT(set.empty() == model.empty());
  RC_ASSERT(set.count() == model.size());
  std::uint64_t rank = 0;
  for (std::int64_t m : model) RC_ASSERT(set.at(rank++) == m);
  for (std::size_t i = 0; i < set.ranges().size(); ++i) {
    RC_ASSERT(set.ranges()[i].low <= set.ranges()[i].high);
    if (i > 0) RC_ASSERT(set.ranges()[i - 1].high + 1 < set.ranges()[i].low);
  }
  if (model.empty()) return;
  RC_ASSERT(set.lowest() == *model.begin());
  RC_ASSERT(set.highest() == *model.rbegin());
  for (std::int64_t i = -2; i <= kUniverse + 2; ++i) {
    std::int64_t nearest = *model.begin();
    for (std::int64_t m : model)
      if (std::abs(m - i) < std::abs(nearest - i)) nearest = m;
    RC_ASSERT(set.nearest(i) == nearest);
  }
}

TEST(Set, BehavesAsASetDoes) {
  EXPECT_TRUE(holds("adding ranges unites them", [](std::mt19937_64& random) {
    const Both a = draw(random);
    agree(a.set, a.model);
  }));
  EXPECT_TRUE(holds("an intersection holds what both hold, a difference what only the first does",
                    [](std::mt19937_64& random) {
                      const Both a = draw(random), b = draw(random);
                      Model both, only_a;
                      for (std::int64_t m : a.model)
                        (b.model.contains(m) ? both : only_a).insert(m);
                      agree(a.set.intersect(b.set), both);
                      agree(a.set.minus(b.set), only_a);
                      RC_ASSERT((a.set == b.set) == (a.model == b.model));
                    }));
}

TEST(Set, ReachesToTheEndsOfItsIntegers) {
  const Set all = Set::all();
  EXPECT_EQ(all.count(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(all.nearest(7), 7);
  EXPECT_EQ(all.at(0), Set::kLowest);
  const Set rest = all.minus(Set::only(0));
  EXPECT_EQ(rest.ranges().size(), 2u);
  EXPECT_EQ(rest.nearest(0), -1);
  EXPECT_EQ(rest.count(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(rest.highest(), Set::kHighest);
  Set again = rest;
  again.add({0, 0});
  EXPECT_EQ(again, all);
  EXPECT_TRUE(all.minus(all).empty());
  const Set ends = all.minus(Set(Set::kLowest + 1, Set::kHighest - 1));
  EXPECT_EQ(ends.nearest(-1), Set::kLowest);
  EXPECT_EQ(ends.nearest(1), Set::kHighest);
  EXPECT_EQ(ends.count(), 2u);
}

TEST(Set, SaysWhenItIsFull) {
  Set set;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(Set::kMaxRanges); ++i)
    EXPECT_TRUE(set.add({3 * i, 3 * i}));
  const Set before = set;
  EXPECT_FALSE(set.add({100, 100}));
  EXPECT_EQ(set, before);
  EXPECT_TRUE(set.add({1, 2}));
}

TEST(Set, HasAText) {
  Set set(1, 4);
  set.add({6, 6});
  EXPECT_EQ(set.text(), "1 .. 4 | 6");
  EXPECT_EQ(Set().text(), "nothing");
}

TEST(Set, HoldsMultiplesUpToTheEndsOfItsIntegers) {
  for (const std::int64_t step : {2, 3, 4, 7}) {
    const Set all = Set::multiples(step).intersect(Set(Set::kLowest, Set::kHighest));
    const std::int64_t least = Set::kLowest / step * step, most = Set::kHighest / step * step;
    EXPECT_EQ(all.nearest(Set::kLowest), least) << step;
    EXPECT_EQ(all.nearest(Set::kHighest), most) << step;
    if (most < Set::kHighest) {
      EXPECT_TRUE(Set::multiples(step).intersect(Set(most + 1, Set::kHighest)).empty()) << step;
    }
  }
}

TEST(Set, HoldsTheMultiplesOfAStep) {
  EXPECT_TRUE(holds("sets with a step have the members that they should", [](auto& random) {
    const std::int64_t step = pick(random, 2, 6), other_step = pick(random, 1, 6),
                       low = pick(random, -20, 20), high = low + pick(random, 0, 20);
    const Set multiples = Set::multiples(step), range(low, high);
    const Set both = multiples.intersect(range);
    const Set common = both.intersect(Set::multiples(other_step));
    const Set rest = range.minus(multiples);
    std::uint64_t rank = 0;
    for (std::int64_t x = -50; x <= 50; ++x) {
      const bool inside = low <= x && x <= high;
      RC_ASSERT(multiples.contains(x) == (x % step == 0));
      RC_ASSERT(both.contains(x) == (inside && x % step == 0));
      RC_ASSERT(common.contains(x) == (inside && x % step == 0 && x % other_step == 0));
      RC_ASSERT(!rest.contains(x) || (inside && x % step != 0));
      if (both.contains(x)) RC_ASSERT(both.at(rank++) == x);
      if (!both.empty()) {
        const std::int64_t nearest = both.nearest(x);
        RC_ASSERT(both.contains(nearest));
        for (std::int64_t y = -50; y <= 50; ++y)
          RC_ASSERT(!both.contains(y) || std::abs(nearest - x) <= std::abs(y - x));
      }
    }
    RC_ASSERT(both.count() == rank);
    if (high > low) RC_ASSERT(!rest.empty());
  }));
  EXPECT_EQ(Set::multiples(3).lowest() % 3, 0);
  EXPECT_TRUE(Set::all().intersect(Set::multiples(1'000'000'007)).contains(0));
  Set set = Set::multiples(2);
  EXPECT_FALSE(set.add({1, 1}));
}

}  // namespace
}  // namespace assay::ops
