// Defects in the kernels of fold and unfold.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kPatchesDefects[] = {
    {"last_element_taken_for_padding",
     "unfold",
     "",
     {{"padding < IMAGE(c)->Sizes[d + 2]", "padding + 1 < IMAGE(c)->Sizes[d + 2]"}}},
    {"dilation_of_the_stride",
     "unfold",
     "",
     {{"(ulong)(row % window) * c->Dilations[d]", "(ulong)(row % window) * c->Strides[d]"}}},
    {"channel_forgotten",
     "unfold",
     "",
     {{"*at = offset + (ulong)row * IMAGE(c)->Strides[1];", "*at = offset;"}}},
    {"four_stored_where_apart",
     "unfold",
     "four",
     {{"lanes == 4 && output->Strides[2] == 1", "lanes == 4"}},
     Verdict::Wrong,
     16},
    {"padding_not_cleared",
     "unfold",
     "spread",
     {{"clear_lanes(&c->OutputTensor, OutputTensor);", ""}}},
    {"last_element_of_the_window_left_out",
     "unfold",
     "spread",
     {{"w < size; ++w", "w + 1 < size; ++w"}}},
    {"overlaps_overwrite", "fold", "each", {{"sum += term_of", "sum = term_of"}}},
    {"places_beyond_the_end_taken_for_the_last",
     "fold",
     "",
     {{"const ulong at = (pixel->padded[d] - step) / c->Strides[d];",
       "const ulong at = min((pixel->padded[d] - step) / c->Strides[d], (ulong)places - 1);"}}},
    {"stride_ignored", "fold", "", {{"(pixel->padded[d] - step) % c->Strides[d] != 0", "false"}}},
    {"odd_terms_left_out", "fold", "eight", {{"sums.even + sums.odd", "sums.even + sums.even"}}},
    {"last_pair_not_added",
     "fold",
     "group",
     {{"half_of > 0; half_of /= 2", "half_of > 1; half_of /= 2"}}},
};

INSTANTIATE_TEST_SUITE_P(Patches, KernelDefect, ::testing::ValuesIn(kPatchesDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
