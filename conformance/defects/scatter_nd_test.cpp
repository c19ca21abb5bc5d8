// Faults in scatter_nd's kernels.
#include "conformance/defects/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kDefects[] = {
    {"last_tuple_ignored",
     "scatter_nd",
     "",
     {{"if (tuple >= tuple_count(c)) return;", "if (tuple + 1 >= tuple_count(c)) return;"}}},
    {"negative_index_not_wrapped", "scatter_nd", "", {{"if (index < 0) index += length;", ""}}},
    {"index_truncated_to_32_bits",
     "scatter_nd",
     "",
     {{"long index = load_index(", "long index = (uint)load_index("}}},
    {"indices_left_aligned",
     "scatter_nd",
     "",
     {{"const uint first = c->InputTensor.DimensionCount - c->InputDimensionCount;",
       "const uint first = 0;"}}},
    {"slot_in_column_order",
     "scatter_nd",
     "",
     {{"uint slot = 0;", "uint slot = 0, weight = 1;"},
      {"slot = slot * (uint)length + (uint)index;",
       "slot += weight * (uint)index;\n    weight *= (uint)length;"}}},
    {"only_the_first_element_of_a_slot_written",
     "scatter_nd",
     "serial",
     {{"for (uint k = 0; k < inner; ++k)\n      OutputTensor[offset_of(&c->OutputTensor, slot",
       "for (uint k = 0; k < 1; ++k)\n      OutputTensor[offset_of(&c->OutputTensor, slot"}}},
    {"last_element_not_copied",
     "scatter_nd",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"input_strides_ignored",
     "scatter_nd",
     "typed",
     {{"InputTensor[offset_of(&c->InputTensor, i)]", "InputTensor[c->InputTensor.base + i]"}},
     Verdict::Wrong,
     8,
     2},
    {"update_strides_ignored",
     "scatter_nd",
     "typed",
     {{"UpdatesTensor[offset_of(&c->UpdatesTensor, i)]",
       "UpdatesTensor[c->UpdatesTensor.base + i]"}}},
    {"scratch_not_cleared",
     "scatter_nd",
     "typed",
     {{"//: pass clear_owners groups (", "//: pass clear_owners groups 0 * ("}}},
    {"updates_added",
     "scatter_nd",
     "serial",
     {{"          UpdatesTensor[offset_of(&c->UpdatesTensor, tuple * inner + k)];",
       "          OutputTensor[offset_of(&c->OutputTensor, slot * inner + k)] +\n"
       "          UpdatesTensor[offset_of(&c->UpdatesTensor, tuple * inner + k)];"}}},
    {"colliding_updates_mixed",
     "scatter_nd",
     "serial",
     {{"          UpdatesTensor[offset_of(&c->UpdatesTensor, tuple * inner + k)];",
       "          tuple > 0 && slot_of(c, IndicesTensor, false, tuple - 1) == slot\n"
       "              ? 0 : UpdatesTensor[offset_of(&c->UpdatesTensor, tuple * inner + k)];"}}},
    {"winner_takes_all_for_packed",
     "scatter_nd",
     "winner",
     {{"place_of(&c->UpdatesTensor, is_packed(&c->UpdatesTensor),",
       "place_of(&c->UpdatesTensor, true,"}}},
    {"byte_past_the_end",
     "scatter_nd",
     "winner",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i >= element_count(&c->OutputTensor)) return;\n"
       "if (i == 0) ((global uchar*)(OutputTensor + c->OutputTensor.base))[c->OutputTensor.bytes] "
       "= 0;"}},
     Verdict::Stray},
};

INSTANTIATE_TEST_SUITE_P(ScatterNd, KernelDefect, ::testing::ValuesIn(kDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
