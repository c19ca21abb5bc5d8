// What hangs twice gets less time, but enough for what its other batches took.
#include "conformance/run/time_limits.h"

#include <gtest/gtest.h>

namespace assay::conformance::testing {
namespace {

TEST(TimeLimits, fall_at_the_second_hang_of_an_operators_variant) {
  TimeLimits limits;
  const VariantName kind{"an_operator", "a"}, other{"an_operator", "b"};
  limits.came_back(kind, 0.1);
  limits.hung(kind);
  EXPECT_FALSE(limits.any());
  EXPECT_FALSE(limits.most(kind));
  limits.hung(kind);
  EXPECT_TRUE(limits.any());
  EXPECT_EQ(limits.most(kind), 5);
  EXPECT_FALSE(limits.most(other));
  limits.came_back(kind, 2);
  limits.came_back(kind, 1);
  EXPECT_EQ(limits.most(kind), 20);
}

}  // namespace
}  // namespace assay::conformance::testing
