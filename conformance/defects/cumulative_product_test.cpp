// Defects in the kernels of cumulative_product. They share their text with cumulative_summation's,
// whose defects are not repeated here.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kCumulativeProductDefects[] = {
    {"begins_with_zero", "cumulative_product", "", {{"#define IDENTITY 1", "#define IDENTITY 0"}}},
    {"adds", "cumulative_product", "", {{"((a) * (b))", "((a) + (b) - 1)"}}},
    {"never_excludes", "cumulative_product", "", {{"c->HasExclusiveProduct", "false"}}},
    {"excludes_by_division",
     "cumulative_product",
     "serial",
     {{"EXCLUSIVE ? fold : next", "EXCLUSIVE && x != 0 ? next / x : EXCLUSIVE ? fold : next"}}},
    {"rounded_to_whole_numbers",
     "cumulative_product",
     "serial",
     {{"fold = next;", "fold = is_float(c->InputTensor.DataType) ? (A_VALUE)(long)next : next;"}}},
    {"upper_half_of_64_bits_lost",
     "cumulative_product",
     "scan",
     {{"fold = next;", "fold = sizeof(A) == 8 ? (A_VALUE)(uint)next : next;"}}},
};

INSTANTIATE_TEST_SUITE_P(CumulativeProduct, KernelDefect,
                         ::testing::ValuesIn(kCumulativeProductDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
