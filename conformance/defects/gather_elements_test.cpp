// Defects in the kernels of gather_elements.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kGatherElementsDefects[] = {
    {"negative_index_not_wrapped",
     "gather_elements",
     "",
     {{"wrapped(load_index(indices, IndicesTensor, offset_of(indices, i)), length)",
       "load_index(indices, IndicesTensor, offset_of(indices, i))"}}},
    {"index_of_the_first_element_for_all",
     "gather_elements",
     "",
     {{"offset_of(indices, i)), length)", "offset_of(indices, i - i % inner)), length)"}}},
    {"outer_counted_by_the_input",
     "gather_elements",
     "",
     {{"i / inner / indices->Sizes[c->Axis]", "i / inner / max(length, indices->Sizes[c->Axis])"}}},
    {"last_element_missed",
     "gather_elements",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"select_of_the_wrong_side",
     "gather_elements",
     "rows",
     {{"select(0L, (long)input->Sizes[axis], (ulong)(index < 0))",
       "select(0L, index < -1 ? (long)input->Sizes[axis] : 1L, (ulong)(index < 0))"}}},
    {"last_of_a_piece_missed",
     "gather_elements",
     "rows",
     {{"count = min(picked - first, 8u);", "count = min(picked - first, 7u);"}}},
    {"second_piece_begins_too_early",
     "gather_elements",
     "rows",
     {{"const ulong at = index_row + (ulong)(first + k)",
       "const ulong at = index_row + (ulong)(first - (first > 0) + k)"}},
     Verdict::Wrong,
     9},
    {"second_channel_of_a_pixel_lost",
     "gather_elements",
     "image",
     {{"as_ulong(convert_ushort4(pixel))", "(ulong)pixel.x"}}},
};

INSTANTIATE_TEST_SUITE_P(GatherElements, KernelDefect, ::testing::ValuesIn(kGatherElementsDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
