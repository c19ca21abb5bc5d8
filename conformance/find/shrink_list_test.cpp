#include "conformance/find/shrink_list.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace assay::conformance::testing {
namespace {

RC_GTEST_PROP(ShrinkList, keeps_exactly_what_is_needed, ()) {
  const std::size_t count = *rc::gen::inRange<std::size_t>(1, 200);
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < count; ++i)
    if (*rc::gen::inRange(0, 40) == 0) needed.push_back(i);
  if (needed.empty()) needed.push_back(count / 2);
  const auto few = shrink_list(count, [&](const std::vector<std::size_t>& some) {
    return std::includes(some.begin(), some.end(), needed.begin(), needed.end());
  });
  RC_ASSERT(few == needed);
}

TEST(ShrinkList, leaves_one_where_any_will_do) {
  EXPECT_EQ(shrink_list(7, [](const auto&) { return true; }).size(), 1u);
}

}  // namespace
}  // namespace assay::conformance::testing
