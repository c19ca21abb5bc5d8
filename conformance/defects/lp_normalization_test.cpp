// Defects in the kernels of lp_normalization.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kLpNormalizationDefects[] = {
    {"magnitudes_without_fabs", "lp_normalization", "serial", {{"sum + fabs(x)", "sum + x"}}},
    {"root_left_out", "lp_normalization", "", {{"sum : sqrt(sum)", "sum : sum"}}},
    {"last_element_not_added",
     "lp_normalization",
     "serial",
     {{"k < length; ++k) {", "k + 1 < length || k == 0; ++k) {"}}},
    {"half_of_the_items_not_added",
     "lp_normalization",
     "",
     {{"reach < ITEMS; reach *= 2", "2 * reach < ITEMS; reach *= 2"}},
     Verdict::Wrong,
     40},
    {"third_lane_not_added",
     "lp_normalization",
     "four",
     {{"(four.z + four.w)", "(four.w + four.w)"}}},
    {"always_squares",
     "lp_normalization",
     "four",
     {{"c->P == 1 ? four + fabs(x)", "c->P == 3 ? four + fabs(x)"}}},
};

INSTANTIATE_TEST_SUITE_P(LpNormalization, KernelDefect,
                         ::testing::ValuesIn(kLpNormalizationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
