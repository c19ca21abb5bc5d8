// A defect of top_k; top_k1_test.cpp has more of the kernels that both share.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kTopKDefects[] = {
    {"least_in_place_of_the_greatest",
     "top_k",
     "rank",
     {{"before += PRECEDES(y, x)", "before += PRECEDES(x, y)"}}},
};

INSTANTIATE_TEST_SUITE_P(TopK, KernelDefect, ::testing::ValuesIn(kTopKDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
