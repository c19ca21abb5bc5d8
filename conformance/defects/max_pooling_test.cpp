// Defects in the kernels of max_pooling2, which are those of max_pooling and max_pooling1, too.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kMaxPoolingDefects[] = {
    {"last_of_equals_taken",
     "max_pooling2",
     "each",
     {{"found == NOTHING || element > best", "found == NOTHING || element >= best"}}},
    {"last_of_equals_taken",
     "max_pooling1",
     "each",
     {{"found == NOTHING || element > best", "found == NOTHING || element >= best"}}},
    {"padding_counts_as_zero",
     "max_pooling",
     "each",
     {{"found == NOTHING || element > best", "element > best"}}},
    {"padding_counts_as_zero",
     "max_pooling2",
     "each",
     {{"found == NOTHING || element > best", "element > best"}}},
    {"last_element_of_the_input_left_out",
     "max_pooling2",
     "",
     {{"(size - first - 1) / step + 1", "(size - first - 1 + step - 1) / step"}}},
    {"strides_of_the_padding",
     "max_pooling2",
     "",
     {{"(ulong)at * c->Strides[d], padding", "(ulong)at, padding"}}},
    {"index_within_the_channel",
     "max_pooling2",
     "four",
     {{"met[lane].index + (uint)steps.x", "(uint)steps.x"}}},
    {"lanes_beyond_their_end",
     "max_pooling2",
     "four",
     {{"select(best, x, (here > none) & ((x > best) | (taken == none)))",
       "select(best, x, (x > best) | (taken == none))"}}},
    {"nearer_of_two_ignored", "max_pooling2", "", {{"|| (value == bests[me] && nearer)", ""}}},
    {"idle_items_compared", "max_pooling2", "", {{"at != NOTHING && (", "("}}},
    {"columns_of_the_first_row",
     "max_pooling2",
     "rows",
     {{"line * columns + i % columns", "i % columns"}}},
    {"rows_not_dilated",
     "max_pooling2",
     "rows",
     {{"m.first[1] + k % m.count[1] * m.step[1]", "m.first[1] + k % m.count[1]"}}},
};

INSTANTIATE_TEST_SUITE_P(MaxPooling, KernelDefect, ::testing::ValuesIn(kMaxPoolingDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
