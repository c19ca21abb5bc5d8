// Defects in the kernels of fill_value_sequence.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kFillValueSequenceDefects[] = {
    {"index_from_one",
     "fill_value_sequence",
     "product",
     {{"STORE_ELEMENT(c, i, OutputTensor", "STORE_ELEMENT(c, i + 1, OutputTensor"}}},
    {"wide_integers_cut",
     "fill_value_sequence",
     "",
     {{"(A)((c)->ValueStart + (ulong)(i) * (c)->ValueDelta)",
       "(A)(uint)((c)->ValueStart + (ulong)(i) * (c)->ValueDelta)"}}},
    {"delta_and_start_swapped",
     "fill_value_sequence",
     "steps",
     {{"const ulong delta = c->ValueDelta;", "const ulong delta = c->ValueStart;"}}},
    {"each_item_begins_anew",
     "fill_value_sequence",
     "steps",
     {{"if (first > 0) value += (A_VALUE)first * delta;", ""}},
     Verdict::Wrong,
     9},
    {"deltas_added_one_by_one",
     "fill_value_sequence",
     "steps",
     {{"if (first > 0) value += (A_VALUE)first * delta;",
       "for (ulong k = 0; k < first; ++k) value += delta;"}},
     Verdict::Wrong,
     120},
    {"seven_of_eight",
     "fill_value_sequence",
     "steps",
     {{"i - first < 8; ++i", "i - first < 7; ++i"}}},
};

INSTANTIATE_TEST_SUITE_P(FillValueSequence, KernelDefect,
                         ::testing::ValuesIn(kFillValueSequenceDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
