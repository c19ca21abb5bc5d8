// Defects in the kernels of mean_variance_normalization and mean_variance_normalization1.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kMeanVarianceNormalizationDefects[] = {
    {"second_distance_is_the_first",
     "mean_variance_normalization1",
     "welford",
     {{"squares += before * (x - mean);", "squares += before * before;"}}},
    {"mean_moves_too_far",
     "mean_variance_normalization1",
     "welford",
     {{"before / (A_VALUE)(k + 1)", "before / (A_VALUE)k"}}},
    {"divided_by_one_less",
     "mean_variance_normalization1",
     "tree",
     {{"sum_of_all(parts, squares) / (A_VALUE)length",
       "sum_of_all(parts, squares) / (A_VALUE)max(length - 1, 1u)"}}},
    {"filler_is_zero",
     "mean_variance_normalization1",
     "four",
     {{"length, mean) - mean;\n    squares", "length, 0) - mean;\n    squares"}}},
    {"activation_forgotten",
     "mean_variance_normalization1",
     "tree",
     {{"    const A_VALUE deviation", "#define activated(c, x) (x)\n    const A_VALUE deviation"}}},
    {"wrong_activation",
     "mean_variance_normalization",
     "",
     {{"activated(c, (float)(given(c, &c->ScaleTensor",
       "activated_but_for_tanh(c, (float)(given(c, &c->ScaleTensor"},
      {"#define STORE_SCALED",
       "static A_VALUE activated_but_for_tanh(CASE_SPACE const Case* c, A_VALUE x) {\n"
       "  const bool is_tanh = c->FusedActivation.Type == FUSED_ACTIVATION_TYPE_activation_tanh;\n"
       "  return is_tanh && c->FusedActivation.present ? x / (1 + fabs(x)) : activated(c, x);\n"
       "}\n#define STORE_SCALED"}}},
    {"epsilon_left_out",
     "mean_variance_normalization1",
     "",
     {{"variance + (A_VALUE)c->Epsilon", "variance"}}},
    {"scale_of_the_first_channel",
     "mean_variance_normalization",
     "",
     {{"t->Sizes[d] == 1 ? 0 : t->Strides[d]", "t->Sizes[d] == 1 || d == 1 ? 0 : t->Strides[d]"}}},
    {"channels_always",
     "mean_variance_normalization",
     "",
     {{"(d == 1 && c->CrossChannel)", "d == 1"}}},
    {"always_divided",
     "mean_variance_normalization",
     "tree",
     {{"c->NormalizeVariance ? x / deviation : x", "x / deviation"}}},
};

INSTANTIATE_TEST_SUITE_P(MeanVarianceNormalization, KernelDefect,
                         ::testing::ValuesIn(kMeanVarianceNormalizationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
