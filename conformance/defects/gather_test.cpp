// Faults in gather's kernels.
#include "conformance/defects/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kDefects[] = {
    {"negative_index_not_wrapped", "gather", "", {{"if (index < 0) index += size;", ""}}},
    {"index_taken_from_the_axis_end_once_too_often",
     "gather",
     "",
     {{"index = clamp(index, 0L, size - 1);", "index = clamp(index, 0L, size - 2);"},
      {"const long size = input->Sizes[c->Axis];",
       "const long size = max((long)input->Sizes[c->Axis], 2L);"}}},
    {"index_read_as_32_bits",
     "gather",
     "",
     {{"load_index(&c->IndicesTensor, indices, at)", "((global const int*)indices)[at]"}}},
    {"index_truncated_to_32_bits",
     "gather",
     "",
     {{"long index = load_index(", "long index = (uint)load_index("}}},
    {"outer_dimensions_forgotten",
     "gather",
     "",
     {{"tuple / count * (uint)size + (uint)index", "(uint)index"}}},
    {"output_strides_ignored",
     "gather",
     "typed",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = element",
       "OutputTensor[c->OutputTensor.base + i] = element"}}},
    {"index_strides_ignored",
     "gather",
     "",
     {{"place_of(&c->IndicesTensor, packed, tuple % count)",
       "c->IndicesTensor.base + tuple % count"}}},
    {"off_by_one_at_a_group_edge",
     "gather",
     "bits",
     {{"InputTensor[gathered_from(c, IndicesTensor, i)]",
       "InputTensor[gathered_from(c, IndicesTensor,\n"
       "                 i - (get_group_id(0) > 0 && get_local_id(0) == 0))]"}},
     Verdict::Wrong,
     65},
    {"vector_tail_missed",
     "gather",
     "vector",
     {{"if (first >= count) return;", "if (first + 4 > count) return;"}}},
    {"vector_takes_its_input_for_packed",
     "gather",
     "vector",
     {{"place_of(&c->InputTensor, packed, from)", "place_of(&c->InputTensor, true, from)"}}},
    {"vector_takes_its_indices_for_packed",
     "gather",
     "vector",
     {{"gathered(c, IndicesTensor, packed_indices, first + k)",
       "gathered(c, IndicesTensor, true, first + k)"}}},
    {"vector_takes_its_output_for_packed",
     "gather",
     "vector",
     {{"place_of(&c->OutputTensor, packed_output, first + k)",
       "place_of(&c->OutputTensor, true, first + k)"}}},
    {"nan_payload_lost",
     "gather",
     "bits",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[gathered_from(c, IndicesTensor, "
       "i)];",
       "T element = InputTensor[gathered_from(c, IndicesTensor, i)];\n"
       "if (c->InputTensor.DataType == FLOAT32 && ((uint)element & 0x7fffffffu) > 0x7f800000u)\n"
       "  element = (T)0x7fc00000u;\n"
       "OutputTensor[offset_of(&c->OutputTensor, i)] = element;"}}},
    {"byte_past_the_end",
     "gather",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i >= element_count(&c->OutputTensor)) return;\n"
       "if (i == 0) ((global uchar*)(OutputTensor + c->OutputTensor.base))[c->OutputTensor.bytes] "
       "= 0;"}},
     Verdict::Stray},
};

INSTANTIATE_TEST_SUITE_P(Gather, KernelDefect, ::testing::ValuesIn(kDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
