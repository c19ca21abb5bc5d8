// Defects in the kernels of slice1.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kSlice1Defects[] = {
    {"stride_sign_ignored",
     "slice1",
     "",
     {{"c->InputWindowStrides[d] < 0 ? first + c->InputWindowSizes[d] - 1 : first", "first"},
      {"(long)c->InputWindowStrides[d]\n", "(long)abs(c->InputWindowStrides[d])\n"}}},
    {"negative_stride_starts_behind_the_window",
     "slice1",
     "",
     // It stays within the input, as memory behind that may not be there.
     {{"first + c->InputWindowSizes[d] - 1",
       "min(first + c->InputWindowSizes[d], c->InputTensor.Sizes[d] - 1L)"}}},
    {"stride_taken_as_one",
     "slice1",
     "",
     {{"(long)c->InputWindowStrides[d]\n", "(c->InputWindowStrides[d] < 0 ? -1L : 1L)\n"}}},
    {"window_offset_forgotten",
     "slice1",
     "",
     {{"const long first = c->InputWindowOffsets[d];", "const long first = 0;"}}},
    {"window_offset_of_the_next_dimension",
     "slice1",
     "",
     {{"const long first = c->InputWindowOffsets[d];",
       "const long first = min(c->InputWindowOffsets[(d + 1) % c->InputTensor.DimensionCount],\n"
       "                       c->InputTensor.Sizes[d] - 1);"}}},
    {"last_element_missed",
     "slice1",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"input_strides_ignored_and_padding_read",
     "slice1",
     "",
     {{"ulong from = c->InputTensor.base;", "ulong from = c->InputTensor.base, packed = 1;"},
      {"from += (ulong)SOURCE(c, d, i % size) * c->InputTensor.Strides[d];",
       "from += (ulong)SOURCE(c, d, i % size) * packed;\n    packed *= c->InputTensor.Sizes[d];"}}},
    {"run_written_side_by_side", "slice1", "runs", {{"to += output->Strides[last];", "to += 1;"}}},
    {"last_vector_of_a_row_forgotten",
     "slice1",
     "runs",
     {{"for (ulong k = r.run * 4; k < r.length;", "for (ulong k = r.run * 4; k + 4 < r.length;"}},
     Verdict::Wrong,
     4},
    {"vectors_take_their_output_for_packed",
     "slice1",
     "runs",
     {{"step == 1 && output->Strides[last] == 1", "step == 1"}}},
    {"runs_after_the_first_forgotten",
     "slice1",
     "runs",
     {{"const uint count = min(r.length - first, 16u);",
       "const uint count = first == 0 ? min(r.length - first, 16u) : 0;"}},
     Verdict::Wrong,
     17},
    {"float16_through_float",
     "slice1",
     "bits",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = element;",
       "if (c->InputTensor.DataType == FLOAT16)\n"
       "  vstore_half(vload_half(FROM(i), (global const half*)InputTensor) * 1.0f,\n"
       "              offset_of(&c->OutputTensor, i), (global half*)OutputTensor);\n"
       "else\n"
       "  OutputTensor[offset_of(&c->OutputTensor, i)] = element;"}}},
    {"negative_zero_becomes_zero",
     "slice1",
     "typed",
     {{"const T element = InputTensor[FROM(i)];",
       "const T element = InputTensor[FROM(i)] + (T)0;"}}},
    {"element_before_the_tensor_written",
     "slice1",
     "typed",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i >= element_count(&c->OutputTensor)) return;\n"
       "if (i == 0) OutputTensor[c->OutputTensor.base - 1] = 0;"}},
     Verdict::Stray},
    {"step_backwards_not_turned",
     "slice1",
     "async",
     {{"tile[turned ? here - 1 - k : k]", "tile[k]"}}},
    {"pixels_of_even_places_alone",
     "slice1",
     "image",
     {{"source_of(c, i))", "source_of(c, i) / 2 * 2)"}}},
};

INSTANTIATE_TEST_SUITE_P(Slice1, KernelDefect, ::testing::ValuesIn(kSlice1Defects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
