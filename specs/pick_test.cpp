// Tests of the numbers that are chosen since code changes its mind there.
#include "specs/pick.h"

#include <gtest/gtest.h>

#include <set>

namespace assay::specs {
namespace {

TEST(PickTurningPoint, gives_each_power_with_its_neighbours_on_both_sides_of_zero) {
  SeededChooser chooser(1);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 20000; ++i)
    seen.insert(pick_turning_point(chooser, {INT64_MIN / 2, INT64_MAX}));
  for (const unsigned power : {7, 8, 15, 16, 24, 31, 32, 53})
    for (const std::int64_t odd : {1, 3, 5})
      for (const std::int64_t near : {-1, 0, 1}) {
        const std::int64_t number = (odd << power) + near;
        EXPECT_TRUE(seen.contains(number)) << number;
        EXPECT_TRUE(seen.contains(-number)) << -number;
      }
  for (const std::int64_t number : {INT64_MAX, std::int64_t{1000}, std::int64_t{3 * 1023}})
    EXPECT_TRUE(seen.contains(number)) << number;
}

TEST(PickTurningPoint, stays_within_its_set) {
  SeededChooser chooser(1);
  for (const ops::Set& set : {ops::Set(0, UINT32_MAX), ops::Set(-5, 4), ops::Set(1, 1),
                              ops::Set(129, 254), ops::Set(-300, -200)})
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(set.contains(pick_turning_point(chooser, set)));
}

TEST(NextTurningPoint, is_not_below) {
  EXPECT_EQ(next_turning_point(0), 3);
  EXPECT_EQ(next_turning_point(1001), 1023);
  EXPECT_EQ(next_turning_point(1023), 1023);
  EXPECT_GE(next_turning_point(std::int64_t{1} << 62), std::int64_t{1} << 62);
}

}  // namespace
}  // namespace assay::specs
