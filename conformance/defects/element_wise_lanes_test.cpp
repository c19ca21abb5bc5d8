// Defects in the kernels of the families of bits, conditions and counts.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kElementWiseLanesDefects[] = {
    {"lanes_swapped", "element_wise_bit_count", "run", {{"formula4(c, x)", "formula4(c, x.yxzw)"}}},
    {"field_too_narrow",
     "element_wise_bit_count",
     "halves",
     {{"(x >> 2 & BYTES_OF(0x33))", "(x >> 2 & BYTES_OF(0x31))"}}},
    {"lowest_byte_not_added",
     "element_wise_bit_count",
     "halves",
     {{"(above & 0xff) + (x & 0xff)", "sizeof(A) > 1 ? above & 0xff : x"}}},
    {"two_bits_cleared", "element_wise_bit_count", "leading", {{"~(A)1", "~(A)3"}}},
    {"first_operand_taken_for_both",
     "element_wise_bit_xor",
     "run",
     {{"formula4(c, a, b)", "formula4(c, a, a)"}}},
    {"lanes_beyond_the_end_stored",
     "element_wise_bit_not",
     "run",
     {{"if (lanes == 4 && is_packed(&c->OutputTensor))", "if (is_packed(&c->OutputTensor))"}},
     Verdict::Stray},
    {"pixels_taken_as_packed",
     "element_wise_bit_not",
     "image",
     {{"offset_of(&c->InputTensor, (uint)i)", "c->InputTensor.base + i"}}},
    {"truth_is_all_bits",
     "element_wise_logical_less_than",
     "run",
     {{"(formula4(c, a, b)) & (B)1", "(formula4(c, a, b))"}}},
    {"infinities_count",
     "element_wise_is_nan",
     "",
     {{"#define RESULT B", "#define RESULT B\n#define formula(c, x) (isnan(x) || isinf(x))"}}},
    {"mode_ignored",
     "element_wise_is_infinity",
     "",
     {{"#define RESULT B", "#define RESULT B\n#define formula(c, x) isinf(x)"}}},
    {"strides_of_a_row_ignored",
     "element_wise_bit_not",
     "run",
     {{"A_LOAD(buffer, offset_of(tensor, first + k))",
       "A_LOAD(buffer, (tensor)->base + first + k)"}}},
};

INSTANTIATE_TEST_SUITE_P(ElementWiseLanes, KernelDefect,
                         ::testing::ValuesIn(kElementWiseLanesDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
