// Defects in the kernels of gather.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kGatherDefects[] = {
    {"negative_index_not_wrapped",
     "gather",
     "",
     {{"clamp(wrapped(index, size), 0L", "clamp(index, 0L"}}},
    {"index_taken_from_the_axis_end_once_too_often",
     "gather",
     "",
     {{"clamp(wrapped(index, size), 0L, size - 1);", "clamp(wrapped(index, size), 0L, size - 2);"},
      {"const long size = c->InputTensor.Sizes[c->Axis];",
       "const long size = max((long)c->InputTensor.Sizes[c->Axis], 2L);"}}},
    {"index_read_as_32_bits",
     "gather",
     "",
     {{"load_index(&c->IndicesTensor, indices, at)", "((global const int*)indices)[at]"}}},
    {"index_truncated_to_32_bits",
     "gather",
     "",
     {{"const long index = load_index(", "const long index = (uint)load_index("}}},
    {"outer_dimensions_forgotten",
     "gather",
     "",
     {{"tuple / count * c->InputTensor.Sizes[c->Axis] + index", "index"}}},
    {"output_strides_ignored",
     "gather",
     "",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[gathered",
       "OutputTensor[c->OutputTensor.base + i] = InputTensor[gathered"}}},
    {"index_strides_ignored",
     "gather",
     "",
     {{"offset_of(&c->IndicesTensor, tuple % count)", "c->IndicesTensor.base + tuple % count"}}},
    {"off_by_one_at_a_group_edge",
     "gather",
     "",
     {{"InputTensor[gathered_from(c, IndicesTensor, i)]",
       "InputTensor[gathered_from(c, IndicesTensor, "
       "i - (get_group_id(0) > 0 && get_local_id(0) == 0))]"}},
     Verdict::Wrong,
     65},
    {"vector_not_stored",
     "gather",
     "vector",
     {{"COPY_EIGHT(T, source, to);", "(void)to;"}},
     Verdict::Wrong,
     32},
    {"vector_tail_missed", "gather", "vector", {{"i < all; i +=", "i + 1 < all; i +="}}},
    {"vector_takes_one_turn",
     "gather",
     "vector",
     {{"i += get_global_size(0) * width", "i = all"}},
     Verdict::Wrong,
     65},
    {"vector_across_the_end_of_a_row",
     "gather",
     "vector",
     {{"inner % 8 == 0;", "inner % 4 == 0;"}},
     Verdict::Stray},
    {"vector_takes_its_input_for_packed",
     "gather",
     "vector",
     {{"place_of(input, packed_input, from)", "place_of(input, true, from)"}}},
    {"vector_takes_its_indices_for_packed",
     "gather",
     "vector",
     {{"place_of(indices, packed_indices,", "place_of(indices, true,"}}},
    {"vector_takes_its_output_for_packed",
     "gather",
     "vector",
     {{"place_of(output, packed_output, i)", "place_of(output, true, i)"}}},
    {"nan_payload_lost",
     "gather",
     "",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = InputTensor[gathered_from(c, IndicesTensor, "
       "i)]",
       "T element = InputTensor[gathered_from(c, IndicesTensor, i)];"
       "if (c->InputTensor.DataType == FLOAT32 && ((uint)element & 0x7fffffffu) > 0x7f800000u)"
       "  element = (T)0x7fc00000u;"
       "OutputTensor[offset_of(&c->OutputTensor, i)] = element"}}},
    {"byte_past_the_end",
     "gather",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i >= element_count(&c->OutputTensor)) return;\n"
       "if (i == 0) ((global uchar*)(OutputTensor + c->OutputTensor.base))[c->OutputTensor.bytes] "
       "= 0;"}},
     Verdict::Stray},
};

INSTANTIATE_TEST_SUITE_P(Gather, KernelDefect, ::testing::ValuesIn(kGatherDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
