// How much of what an operator's cases permit is zero, where that can be told beforehand.
#include "conformance/measure/zero_share.h"

#include <gtest/gtest.h>

#include "testing/conformance/device.h"

namespace assay::conformance {
namespace {

double share_of(const std::string& name, specs::Fill fill) {
  const ZeroShare share = zero_share(*testing::catalogue().find(name), 300);
  return share.by_fill[static_cast<std::size_t>(fill)].share();
}

TEST(ZeroShare, IsThatOfTheDataWhereAnOperatorCopies) {
  EXPECT_LT(share_of("tile", specs::Fill::Bits), 0.02);
  const double zeros = share_of("tile", specs::Fill::Zeros);
  EXPECT_GT(zeros, 0.8);
  EXPECT_LT(zeros, 1);
}

TEST(ZeroShare, CountsElementsThatPermitAnything) {
  EXPECT_GT(share_of("element_wise_bit_shift_left", specs::Fill::Bits), 0.8);
}

TEST(ZeroShare, OfAllFillsCountsTheElementsOfEach) {
  const ZeroShare share = zero_share(*testing::catalogue().find("tile"), 100);
  std::uint64_t all = 0;
  for (const ZeroShare::Elements& e : share.by_fill) all += e.all;
  EXPECT_EQ(share.total().all, all);
  EXPECT_GT(all, 0u);
}

}  // namespace
}  // namespace assay::conformance
