// Tests of the numbers at which code changes its mind, and of their kinds.
#include "specs/turning_points.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

namespace assay::specs {
namespace {

TEST(TurningPoints, ascend_and_each_has_the_kind_that_is_found_for_it) {
  std::int64_t last = 0;
  std::set<std::size_t> kinds;
  for (const TurningPoint& p : turning_points()) {
    EXPECT_GT(p.number, last);
    EXPECT_EQ(turning_kind(p.number), p.kind) << p.number;
    EXPECT_EQ(turning_kind(-p.number), p.kind) << -p.number;
    kinds.insert(p.kind);
    last = p.number;
  }
  EXPECT_EQ(last, INT64_MAX);
  // 2^63 and what follows it are no numbers of this type.
  EXPECT_EQ(kinds.size(), turning_kinds() - 2);
}

TEST(TurningPoints, have_names_that_say_what_they_are) {
  const auto name_of = [](std::int64_t number) { return turning_kind_name(*turning_kind(number)); };
  EXPECT_EQ(name_of(65535), "2^16-1");
  EXPECT_EQ(name_of(3 * 65536), "2^16");
  EXPECT_EQ(name_of(5 * 128 + 1), "2^7+1");
  EXPECT_EQ(name_of(-2000), "n*1000");
  EXPECT_EQ(name_of(21), "n*7");
  EXPECT_EQ(name_of(INT64_MAX), "2^63-1");
  std::set<std::string> names;
  for (std::size_t kind = 0; kind < turning_kinds(); ++kind) names.insert(turning_kind_name(kind));
  EXPECT_EQ(names.size(), turning_kinds());
}

RC_GTEST_PROP(TurningPoints, are_no_other_numbers, (std::int64_t number)) {
  bool is_one = false;
  for (const TurningPoint& p : turning_points())
    is_one |= p.number == number || -p.number == number;
  RC_ASSERT(turning_kind(number).has_value() == is_one);
}

TEST(TurningPoints, are_neither_zero_nor_the_lowest_number) {
  for (const std::int64_t number :
       {std::int64_t{0}, std::int64_t{1}, INT64_MIN, std::int64_t{2048}})
    EXPECT_FALSE(turning_kind(number)) << number;
}

}  // namespace
}  // namespace assay::specs
