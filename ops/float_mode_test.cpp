#include "ops/float_mode.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace assay::ops {
namespace {

/// Whether this thread flushes a denormal operand or result to zero.
bool flushes() {
  volatile float least = std::numeric_limits<float>::denorm_min();
  volatile float normal = std::numeric_limits<float>::min();
  return least * 2 == 0 || normal / 2 == 0;
}

void flush_from_now_on() {
#if defined(__SSE2__)
  constexpr unsigned kFlushBoth = 0x8040;
  _mm_setcsr(_mm_getcsr() | kFlushBoth);
#endif
}

TEST(FloatMode, that_a_library_sets_when_it_is_loaded_is_its_own) {
  ForeignFloatMode of_tests;
  const ForeignFloatMode::Inside scope(of_tests);
  flush_from_now_on();
  if (!flushes()) GTEST_SKIP() << "this processor's mode has no bits for it";
  ForeignFloatMode mode;
  EXPECT_FALSE(flushes());
  {
    const ForeignFloatMode::Inside inside(mode);
    EXPECT_TRUE(flushes());
    {
      const ForeignFloatMode::Outside outside(mode);
      EXPECT_FALSE(flushes());
    }
    EXPECT_TRUE(flushes());
  }
  EXPECT_FALSE(flushes());
}

RC_GTEST_PROP(FloatMode, of_foreign_code_stays_as_it_left_it_and_never_comes_out, ()) {
  ForeignFloatMode mode;
  int left = FE_TONEAREST;
  for (const int next : *rc::gen::container<std::vector<int>>(
           rc::gen::element(FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO))) {
    RC_ASSERT(std::fegetround() == FE_TONEAREST);
    const ForeignFloatMode::Inside inside(mode);
    RC_ASSERT(std::fegetround() == left);
    std::fesetround(next);
    const ForeignFloatMode::Outside outside(mode);
    RC_ASSERT(std::fegetround() == FE_TONEAREST);
    left = next;
  }
  RC_ASSERT(std::fegetround() == FE_TONEAREST);
}

}  // namespace
}  // namespace assay::ops
