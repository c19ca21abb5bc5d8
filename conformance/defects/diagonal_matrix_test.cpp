// Defects in the kernels of diagonal_matrix and diagonal_matrix1.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kDiagonalDefects[] = {
    {"rows_of_all_matrices_counted",
     "diagonal_matrix",
     "",
     {{"(long)(i / width % height)", "(long)(i / width)"}}},
    {"offset_to_the_left", "diagonal_matrix", "bits", {{"== c->Offset", "== -c->Offset"}}},
    {"value_rounded_up",
     "diagonal_matrix",
     "bits",
     {{"(A_VALUE)(filled ? c->Value : 0.0f)", "(A_VALUE)(filled ? c->Value + 1.0f : 0.0f)"}}},
    {"last_column_missed",
     "diagonal_matrix",
     "passes",
     {{"if (x < 0 || x >= width) return;", "if (x < 0 || x + 1 >= width) return;"}}},
    {"column_before_the_row_written",
     "diagonal_matrix",
     "passes",
     {{"if (x < 0 || x >= width) return;", "if (x < -1 || x >= width) return;"}}},
    {"end_inclusive",
     "diagonal_matrix1",
     "",
     {{"begin <= diagonal && diagonal < end :", "begin <= diagonal && diagonal <= end :"}}},
    {"inverted_span_not_seen",
     "diagonal_matrix1",
     "",
     {{": diagonal < end || begin <= diagonal;", ": false;"}}},
    {"absent_input_read",
     "diagonal_matrix1",
     "bits",
     {{"else if (is_present(&c->InputTensor))", "else"}}},
    {"present_input_forgotten",
     "diagonal_matrix1",
     "passes",
     {{"const bool present = is_present(&c->InputTensor);", "const bool present = false;"}}},
    {"input_read_by_the_output_strides",
     "diagonal_matrix1",
     "bits",
     {{"InputTensor[offset_of(&c->InputTensor, i)]",
       "InputTensor[c->InputTensor.base + offset_of(&c->OutputTensor, i) - "
       "c->OutputTensor.base]"}}},
    {"high_half_of_the_value_lost",
     "diagonal_matrix1",
     "passes",
     {{"(T)c->Value", "(T)(uint)c->Value"}}},
};

INSTANTIATE_TEST_SUITE_P(Diagonals, KernelDefect, ::testing::ValuesIn(kDiagonalDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
