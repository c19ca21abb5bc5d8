// A defect of argmin alone; argmax_test.cpp has those of the kernels that both share.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kArgMinDefects[] = {
    {"greatest_in_place_of_the_least",
     "argmin",
     "serial",
     {{"if (PRECEDES(x, best) || (last", "if (PRECEDES(best, x) || (last"}}},
};

INSTANTIATE_TEST_SUITE_P(ArgMin, KernelDefect, ::testing::ValuesIn(kArgMinDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
