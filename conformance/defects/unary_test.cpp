// Defects in the kernels of families of one input: results that are just beyond the limit of a
// built-in function, and forms that overflow or cancel.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

/// Puts `function` above the kernels, and `call`, which may name c and x, in the place of the
/// formula of one element.
std::vector<std::pair<std::string, std::string>> by(const std::string& function,
                                                    const std::string& call) {
  return {
      {"#define RESULT A", "#define RESULT A\n" + function + "\n#define formula(c, x) " + call}};
}

/// The formula's own result, so many floats farther from zero. Zeros, infinities and NaNs stay.
std::vector<std::pair<std::string, std::string>> farther_by(int floats) {
  return by("static float farther(float y) {\n  return isnormal(y) ? as_float(as_int(y) + " +
                std::to_string(floats) + ") : y;\n}",
            "farther(formula(c, x))");
}

/// What the operators with ScaleBias compute their function of.
const std::string kScaled =
    "#define SCALED(c, x) ((c)->ScaleBias.present ? (x) * (c)->ScaleBias.Scale + "
    "(c)->ScaleBias.Bias : (x))\n";

const Defect kUnaryDefects[] = {
    {"one_ulp_beyond_the_limit", "element_wise_exp", "", farther_by(4)},
    {"one_ulp_beyond_the_limit", "element_wise_sqrt", "", farther_by(4)},
    {"one_ulp_beyond_the_limit", "element_wise_atan", "", farther_by(6)},
    {"overflows", "activation_sigmoid", "", by("", "(exp(x) / (1.0f + exp(x)))")},
    {"overflows", "activation_softplus", "",
     by("", "(log(1.0f + exp((c)->Steepness * (x))) / (c)->Steepness)")},
    {"cancels", "element_wise_sinh", "",
     by(kScaled + "static float naive(float x) { return 0.5f * (exp(x) - exp(-x)); }",
        "naive(SCALED(c, x))")},
    {"by_one_and_erf", "activation_gelu", "",
     by("", "(0.5f * (x) * (1.0f + erf((x) * 0.70710678f)))")},
    {"by_the_printed_quotient", "activation_tanh", "",
     by("", "((1.0f - exp(-2.0f * (x))) / (1.0f + exp(-2.0f * (x))))")},
    {"by_exp_and_log", "element_wise_constant_pow", "",
     by(kScaled +
            "static float by_log(float x, float e) { return x > 0 ? exp(e * log(x)) : pow(x, e); }",
        "by_log(SCALED(c, x), (c)->Exponent)")},
    {"reduced_in_float_beyond_1024", "element_wise_sin", "",
     by(kScaled +
            "static float reduced(float x) {\n"
            "  return fabs(x) > 1024.0f ? sin(x - 6.2831855f * rint(x * 0.15915494f)) : sin(x);\n}",
        "reduced(SCALED(c, x))")},
    {"half_rounded_toward_zero",
     "element_wise_recip",
     "",
     {{"#define RESULT A",
       "#define RESULT A\n#if A_DATA_TYPE == FLOAT16\n#undef A_STORE\n"
       "#define A_STORE(value, to, at) vstore_half_rtz(value, at, (global half*)(to))\n#endif"}}},
    {"last_lane_lost",
     "element_wise_negate",
     "four",
     {{"vstore4(y, 0, lane);",
       "vstore4(y, 0, lane);\n  if (lanes > 1) lane[lanes - 1] = lane[0];"}}},
    {"four_takes_one_turn",
     "element_wise_identity",
     "four",
     {{"first += get_global_size(0) * 4", "first = count"}},
     Verdict::Wrong,
     257},
    {"halves_away_from_zero", "element_wise_round", "",
     by("",
        "((c)->RoundingMode == ROUNDING_MODE_HALVES_TO_NEAREST_EVEN ? round(x) : "
        "formula(c, x))")},
    {"lowest_bit_alone", "element_wise_logical_not", "", by("", "!((x) & 1)")},
    {"minus_one_stays", "element_wise_abs", "", by("", "((x) == -1 ? (x) : formula(c, x))")},
    {"zero_is_positive", "element_wise_sign", "", by("", "((x) == 0 ? 1 : formula(c, x))")},
    {"toward_zero", "element_wise_floor", "", by("", "((x) < 0 ? trunc(x) : formula(c, x))")},
    {"to_the_nearest", "element_wise_ceil", "", by("", "((x) < 0 ? rint(x) : formula(c, x))")},
    {"greatest_value_ignored", "element_wise_clip", "",
     by("", "max((A_VALUE)(x), (A_VALUE)(c)->Min)")},
    {"zero_becomes_one", "element_wise_clip1", "", by("", "((x) == 0 ? 1 : formula(c, x))")},
};

INSTANTIATE_TEST_SUITE_P(Unary, KernelDefect, ::testing::ValuesIn(kUnaryDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
