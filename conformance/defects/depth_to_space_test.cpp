// Defects in the kernels of depth_to_space and space_to_depth, and of their versions with an order,
// which share their text.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kBlocksDefects[] = {
    {"rows_and_columns_exchanged",
     "depth_to_space",
     "",
     {{"mad24(row, c->BlockSize, column)", "mad24(column, c->BlockSize, row)"}}},
    {"order_ignored", "depth_to_space1", "", {{"(c->Order == ORDER_COLUMN_ROW_DEPTH)", "0"}}},
    {"order_reversed",
     "depth_to_space1",
     "",
     {{"(c->Order == ORDER_COLUMN_ROW_DEPTH)", "(c->Order != ORDER_COLUMN_ROW_DEPTH)"}}},
    {"last_element_missed",
     "depth_to_space",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"last_pixel_missed",
     "depth_to_space",
     "image",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"last_pixel_not_read",
     "space_to_depth1",
     "image",
     {{"if (i >= element_count(&c->InputTensor)) return;",
       "if (i + 1 >= element_count(&c->InputTensor)) return;"}}},
    {"tile_transposed",
     "depth_to_space",
     "async",
     {{"tile[j % channels * COLUMNS + j / channels]", "tile[j / count * COLUMNS + j % count]"}}},
    {"second_piece_at_the_first",
     "depth_to_space",
     "async",
     {{"to.w = first * block + begin + k;", "to.w = begin + k;"}},
     Verdict::Wrong,
     72},
    {"order_ignored", "space_to_depth1", "", {{"(c->Order == ORDER_COLUMN_ROW_DEPTH)", "0"}}},
    {"channels_of_the_other_tensor",
     "space_to_depth",
     "bits",
     {{"in_depth(c, c->InputTensor.Sizes[1], from)",
       "in_depth(c, max(c->InputTensor.Sizes[1] - 1, 1u), from)"}}},
    {"tile_not_filled_to_the_end",
     "space_to_depth",
     "tile",
     {{"min(input->Sizes[3] - first, (uint)TILE)", "min(input->Sizes[3] - first, TILE - 1u)"}},
     Verdict::Wrong,
     72},
    {"neighbours_mixed_up", "space_to_depth", "tile", {{"tile[mine];", "tile[me];"}}},
};

INSTANTIATE_TEST_SUITE_P(Blocks, KernelDefect, ::testing::ValuesIn(kBlocksDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
