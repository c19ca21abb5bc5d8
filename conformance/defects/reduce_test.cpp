// Defects in the kernels of reduce.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kReduceDefects[] = {
    {"exponentials_not_shifted", "reduce", "serial", {{"exp(x - shift)", "exp(x)"}}},
    {"average_over_one_more",
     "reduce",
     "serial",
     {{"value /= length_of(c)", "value /= length_of(c) + 1"}}},
    {"last_element_not_added",
     "reduce",
     "serial",
     {{"k < length; k += step", "k + 1 < length; k += step"}}},
    {"magnitudes_signed", "reduce", "serial", {{"return MAGNITUDE(x);", "return x;"}}},
    {"square_of_first_element_forgotten",
     "reduce",
     "serial",
     {{"return TIMES(x, x);", "return x;"}}},
    {"root_off_by_eight_ulps", "reduce", "serial", {{"sqrt(value)", "sqrt(value) * 1.000001f"}}},
    {"axes_counted_in_columns",
     "reduce",
     "",
     {{"for (uint d = c->InputTensor.DimensionCount; d-- > 0;) {",
       "for (uint d = 0; d < c->InputTensor.DimensionCount; ++d) {"}}},
    {"barrier_missing",
     "reduce",
     "tree",
     {{"    barrier(CLK_LOCAL_MEM_FENCE);\n    if (me < reach) {", "    if (me < reach) {"}},
     Verdict::Wrong,
     80},
    {"last_pair_forgotten", "reduce", "tree", {{"reach > 0; reach /= 2", "reach > 1; reach /= 2"}}},
    {"rest_behind_fours_forgotten",
     "reduce",
     "serial4",
     {{"for (uint k = 4 * fours; k < length; ++k)",
       "for (uint k = 4 * fours; k + 1 < length; ++k)"}}},
    {"squares_of_vectors_doubled",
     "reduce",
     "serial4",
     {{"return ADD_SQUARE4(part, x);", "return ADD_SQUARE4(part + part, x);"}},
     Verdict::Wrong,
     16},
    {"minimum_of_magnitudes",
     "reduce",
     "serial4",
     {{"return MIN4(part, x);", "return MIN4(part, MAGNITUDE4(x));"}},
     Verdict::Wrong,
     16},
    {"first_element_joined_twice", "reduce", "atomic", {{"if (k == 0) return;", ""}}},
    {"unsigned_maximum_of_signed",
     "reduce",
     "atomic",
     {{"atomic_max((volatile global ORDERED*)all, (ORDERED)term);",
       "atomic_max(all, (uint)term);"}}},
};

INSTANTIATE_TEST_SUITE_P(Reduce, KernelDefect, ::testing::ValuesIn(kReduceDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
