// Defects in the kernels of padding1, which are those of padding, too.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kPadding1Defects[] = {
    {"reflection_repeats_the_edge",
     "padding1",
     "",
     {{"const long at = modulo(k, 2 * (n - 1));\n      return at < n ? at : 2 * (n - 1) - at;",
       "const long at = modulo(k, 2 * n);\n      return at < n ? at : 2 * n - 1 - at;"}}},
    {"symmetric_is_off_by_one", "padding1", "", {{"2 * n - 1 - at", "(2 * n - at) % n"}}},
    {"wide_padding_not_folded",
     "padding1",
     "",
     {{"const long at = modulo(k, 2 * n);\n      return at < n ? at : 2 * n - 1 - at;",
       "return k < 0 ? min(-k - 1, n - 1) : max(2 * n - 1 - k, 0L);"}},
     Verdict::Wrong,
     16},
    {"edges_swapped", "padding1", "", {{"k < 0 ? 0 : n - 1", "k < 0 ? n - 1 : 0"}}},
    {"end_padding_begins_early",
     "padding1",
     "",
     {{"k >= 0 && k < n", "k >= 0 && k < n - (n > 1)"}}},
    {"constant_only_in_the_last_dimension",
     "padding1",
     "",
     {{"inside &= source >= 0;",
       "if (d + 1 == c->OutputTensor.DimensionCount) inside = source >= 0;"}}},
    {"start_padding_of_the_first_dimension",
     "padding1",
     "runs",
     {{"(long)at - c->StartPadding[last]", "(long)at - c->StartPadding[0]"}}},
    {"rows_above_taken_for_the_value",
     "padding1",
     "runs",
     {{"if (inside && source >= 0)", "if (source >= 0)"}}},
    {"runs_after_the_first_forgotten",
     "padding1",
     "runs",
     {{"first + min(r.length - first, 16u)", "first == 0 ? min(r.length, 16u) : first"}},
     Verdict::Wrong,
     17},
    {"pixel_of_the_edge_taken_for_the_value",
     "padding1",
     "image",
     {{"    OutputTensor[to] = normalized_load(InputTensor, from);\n  else\n",
       "    OutputTensor[to] = normalized_load(InputTensor, from);\n  else if (c->PaddingMode == "
       "PADDING_MODE_CONSTANT && i > 0)\n"
       "    OutputTensor[to] = normalized_load(InputTensor, from);\n  else\n"}}},
};

INSTANTIATE_TEST_SUITE_P(Padding1, KernelDefect, ::testing::ValuesIn(kPadding1Defects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
