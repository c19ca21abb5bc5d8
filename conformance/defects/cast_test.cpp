// Defects in the kernels of cast.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kCastDefects[] = {
    {"bits_instead_of_the_value",
     "cast",
     "plain",
     {{"const A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, i));",
       "A_VALUE x = A_LOAD(InputTensor, offset_of(&c->InputTensor, i));\n"
       "if (A_DATA_TYPE == FLOAT32) x = (A_VALUE)as_int((float)x);"}}},
    {"by_way_of_8_bits", "cast", "plain", {{"((B_VALUE)(x))", "((B_VALUE)convert_char_sat(x))"}}},
    {"by_way_of_float",
     "cast",
     "plain",
     {{"((B_VALUE)(x))", "((B_VALUE)(float)(x))"}},
     Verdict::Wrong,
     8,
     2},
    {"sign_lost",
     "cast",
     "saturated",
     {{"B_STORE(CONVERTED(x),", "B_STORE(CONVERTED(x < 0 ? -x : x),"}}},
    {"one_too_many", "cast", "saturated", {{"B_STORE(CONVERTED(x),", "B_STORE(CONVERTED(x) + 1,"}}},
    {"last_lane_lost", "cast", "vector", {{"min(all - first, 4u);", "min(all - first, 3u);"}}},
    {"lanes_exchanged",
     "cast",
     "vector",
     {{"CONVERTED_FOUR(vload4(0, from))", "CONVERTED_FOUR(vload4(0, from).yxwz)"}}},
    {"strided_output_taken_for_packed",
     "cast",
     "vector",
     {{"here == 4 && is_packed(output)", "here == 4"}}},
    {"unsigned_8_bits_taken_for_signed",
     "cast",
     "by_switch",
     {{"(Number){Unsigned, ((global const uchar*)from)[at], 0}",
       "(Number){Signed, ((global const char*)from)[at], 0}"}}},
    {"16_bits_stored_as_8",
     "cast",
     "by_switch",
     {{"      STORE_AS(short);\n", "      STORE_AS(char);\n"}},
     Verdict::Stray},
    {"unsigned_64_bits_taken_for_signed",
     "cast",
     "by_switch",
     {{"(Number){Unsigned, as_long(", "(Number){Signed, as_long("}}},
};

INSTANTIATE_TEST_SUITE_P(Cast, KernelDefect, ::testing::ValuesIn(kCastDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
