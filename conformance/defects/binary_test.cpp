// Defects in the kernels of families of two inputs.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

/// Puts `text` above the kernels.
std::vector<std::pair<std::string, std::string>> above(const std::string& text) {
  return {{"#define RESULT A", "#define RESULT A\n" + text}};
}

/// The same, where elements are floats.
std::vector<std::pair<std::string, std::string>> above_of_floats(const std::string& text) {
  return above("#if A_DATA_TYPE == FLOAT16 || A_DATA_TYPE == FLOAT32\n" + text + "\n#endif");
}

/// The same, where the output has another type than the inputs.
std::vector<std::pair<std::string, std::string>> above_of_results(const std::string& text) {
  return {{"#define RESULT B", "#define RESULT B\n" + text}};
}

const Defect kBinaryDefects[] = {
    {"one_ulp_beyond_the_limit", "element_wise_divide", "",
     above_of_floats("static float farther(float y) { return isnormal(y) ? as_float(as_int(y) + 3) "
                     ": y; }\n#define formula(c, a, b) farther(formula(c, a, b))")},
    {"half_rounded_toward_zero", "element_wise_add", "",
     above(
         "#if A_DATA_TYPE == FLOAT16\n#undef A_STORE\n"
         "#define A_STORE(value, to, at) vstore_half_rtz(value, at, (global half*)(to))\n#endif")},
    {"doubles_rounded_toward_zero",
     "element_wise_add",
     "double",
     {{"//: variant double define A=double(ATensor)\n",
       "//: variant double define A=double(ATensor)\n"
       "#if A_DATA_TYPE == FLOAT32\n#undef A_STORE\n"
       "#define A_STORE(value, to, at) (to)[at] = convert_float_rtz(value)\n#endif\n"}}},
    {"integers_in_float", "element_wise_add", "",
     above("#if A_DATA_TYPE == INT32 || A_DATA_TYPE == UINT32\n"
           "#define formula(c, a, b) (A)((float)(a) + (float)(b))\n#endif")},
    {"operands_swapped",
     "element_wise_subtract",
     "four",
     {{"formula4(c, a, b)", "formula4(c, b, a)"}}},
    {"operands_swapped",
     "element_wise_divide",
     "four",
     {{"formula4(c, a, b)", "formula4(c, b, a)"}}},
    {"denormals_flushed", "element_wise_multiply", "",
     above_of_floats("static float flushed(float y) { return fabs(y) < 0x1p-126f ? 0.0f : y; }\n"
                     "#define formula(c, a, b) flushed(formula(c, a, b))")},
    {"stride_of_zero_ignored", "element_wise_add", "",
     above("static ulong shifted(TENSOR* t, uint index) {\n"
           "  ulong offset = offset_of(t, index);\n"
           "  for (uint i = t->DimensionCount, rest = index; i-- > 0; rest /= t->Sizes[i])\n"
           "    if (t->Strides[i] == 0) offset += rest % t->Sizes[i];\n"
           "  return offset;\n"
           "}\n#define offset_of(t, index) shifted(t, index)")},
    {"strides_ignored_by_fours",
     "element_wise_min",
     "four",
     {{"if (lanes == 4 && is_packed(tensor)) {", "if (lanes == 4) {"}}},
    {"compared_by_bits", "element_wise_logical_equals", "",
     above_of_results("#if A_DATA_TYPE == FLOAT32\n"
                      "#define formula(c, a, b) (as_uint(a) == as_uint(b))\n#endif")},
    {"sign_of_the_dividend", "element_wise_modulus_floor", "",
     above_of_floats("#define formula(c, a, b) fmod(a, b)")},
    {"slope_of_the_first_element",
     "activation_parameterized_relu",
     "four",
     {{"formula4(c, a, b)", "formula4(c, a, (A_VALUE4)(b.s0))"}}},
    {"highest_bit_lost", "element_wise_bit_and", "",
     above("#define formula(c, a, b) ((a) & (b) & (A)((A) ~(A)0 >> 1))")},
    {"bits_of_both_lost", "element_wise_bit_or", "", above("#define formula(c, a, b) ((a) ^ (b))")},
    {"four_bits_of_the_count", "element_wise_bit_shift_left", "",
     above("#define formula(c, a, b) ((a) << ((b) & 15))")},
    {"count_made_even", "element_wise_bit_shift_right", "",
     above("#define formula(c, a, b) ((a) >> ((b) & ~(A)1))")},
    {"by_bits", "element_wise_logical_and", "",
     above("#define formula(c, a, b) (((a) & (b)) != 0)")},
    {"false_where_both_are_equal", "element_wise_logical_or", "",
     above("#define formula(c, a, b) ((a) != (b))")},
    {"by_bits", "element_wise_logical_xor", "",
     above("#define formula(c, a, b) (((a) ^ (b)) != 0)")},
    {"greater_magnitude", "element_wise_max", "",
     above_of_floats("#define formula(c, a, b) (fabs(a) > fabs(b) ? (a) : (b))")},
    {"by_floor", "element_wise_modulus_truncate", "",
     above_of_floats("#define formula(c, a, b) ((a) - (b) * floor((a) / (b)))")},
    {"compared_as_integers", "element_wise_logical_greater_than", "",
     above_of_results("#if A_DATA_TYPE == FLOAT32\n"
                      "#define formula(c, a, b) (as_int(a) > as_int(b))\n#endif")},
    {"equality_forgotten", "element_wise_logical_greater_than_or_equal", "",
     above_of_results("#define formula(c, a, b) ((a) > (b))")},
    {"true_of_nan", "element_wise_logical_less_than_or_equal", "",
     above_of_results("#define formula(c, a, b) (!((a) > (b)))")},
    {"last_of_four_lost",
     "element_wise_bit_xor",
     "run",
     {{"min((ulong)4, count - first)", "min((ulong)3, count - first)"}}},
};

INSTANTIATE_TEST_SUITE_P(Binary, KernelDefect, ::testing::ValuesIn(kBinaryDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
