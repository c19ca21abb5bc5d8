// Defects in the kernels of cumulative_summation.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kCumulativeSummationDefects[] = {
    {"sum_restarted_at_a_group_edge",
     "cumulative_summation",
     "scan",
     {{"fold = carry;", "fold = IDENTITY;"}},
     Verdict::Wrong,
     257},
    {"carry_of_one_tile_only",
     "cumulative_summation",
     "scan",
     {{"COMBINE(carry, folds[side][ITEMS - 1])", "folds[side][ITEMS - 1]"}},
     Verdict::Wrong,
     513},
    {"exclusive_sum_at_a_tile_edge_inclusive",
     "cumulative_summation",
     "scan",
     {{"EXCLUSIVE ? fold : next, OutputTensor, to + k",
       "EXCLUSIVE && (first + i == 0 || first + i != tile) ? fold : next, OutputTensor, "
       "to + k"}},
     Verdict::Wrong,
     257},
    {"barrier_missing",
     "cumulative_summation",
     "scan",
     {{"folds[side][me] = fold;\n      barrier(CLK_LOCAL_MEM_FENCE);", "folds[side][me] = fold;"}},
     Verdict::Wrong,
     24},
    {"sums_of_halves_rounded_at_each_step",
     "cumulative_summation",
     "serial",
     {{"fold = next;",
       "fold = next;\n"
       "    if (c->InputTensor.DataType == FLOAT16) {\n"
       "      ushort rounded;\n"
       "      vstore_half((float)next, 0, (private half*)&rounded);\n"
       "      fold = (A_VALUE)vload_half(0, (private const half*)&rounded);\n"
       "    }"}}},
    {"exclusive_becomes_inclusive",
     "cumulative_summation",
     "serial",
     {{"EXCLUSIVE ? fold : next", "next"}}},
    {"exclusive_by_difference",
     "cumulative_summation",
     "serial",
     {{"EXCLUSIVE ? fold : next", "EXCLUSIVE ? next - x : next"}}},
    {"decreasing_ignored",
     "cumulative_summation",
     "serial",
     {{"c->AxisDirection == AXIS_DIRECTION_DECREASING ? length - 1 - k : k", "k"}}},
    {"saturating_add",
     "cumulative_summation",
     "serial",
     {{"const A_VALUE next = COMBINE(fold, x);",
       "A_VALUE next = fold + x;\n"
       "    if (!is_float(c->InputTensor.DataType) && fold > 0 && x > 0 && next < fold)\n"
       "      next = fold;"}}},
    {"float32_sum_kept_in_20_bits",
     "cumulative_summation",
     "serial",
     {{"fold = next;",
       "fold = c->InputTensor.DataType == FLOAT32\n"
       "              ? (A_VALUE)as_float(as_uint((float)next) & 0xfffff000u)\n"
       "              : next;"}}},
    {"sum_of_64_bits_kept_in_32",
     "cumulative_summation",
     "serial",
     {{"fold = next;",
       "fold = sizeof(A) == 8 && !is_float(c->InputTensor.DataType) ? (A_VALUE)(uint)next : "
       "next;"}}},
    {"infinity_becomes_the_largest",
     "cumulative_summation",
     "serial",
     {{"fold = next;",
       "fold = c->InputTensor.DataType == FLOAT32 && next > (A_VALUE)3e38f ? (A_VALUE)3e38f : "
       "next;"}}},
    {"row_of_the_next_item",
     "cumulative_summation",
     "serial",
     {{"row_start(&c->InputTensor, axis, row);",
       "row_start(&c->InputTensor, axis,\n"
       "                               (uint)((row + 1) % (element_count(&c->InputTensor) / "
       "length)));"}}},
    {"axis_stride_of_the_input_used_for_the_output",
     "cumulative_summation",
     "serial",
     {{"to + at * c->OutputTensor.Strides[axis]",
       "to + at * min(c->InputTensor.Strides[axis], c->OutputTensor.Strides[axis])"}}},
    {"input_changed_in_place",
     "cumulative_summation",
     "serial",
     {{"const A_VALUE next = COMBINE(fold, x);",
       "const A_VALUE next = COMBINE(fold, x);\n"
       "    A_STORE(next, (global A*)InputTensor, from + at * c->InputTensor.Strides[axis]);"}},
     Verdict::Stray},
    {"sum_begins_before_the_row",
     "cumulative_summation",
     "serial",
     {{"A_VALUE fold = IDENTITY;", "A_VALUE fold = A_LOAD(InputTensor, from - 1);"}}},
};

INSTANTIATE_TEST_SUITE_P(CumulativeSummation, KernelDefect,
                         ::testing::ValuesIn(kCumulativeSummationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
