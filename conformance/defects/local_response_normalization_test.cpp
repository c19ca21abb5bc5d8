// Defects in the kernels of local_response_normalization.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kLocalResponseNormalizationDefects[] = {
    {"one_more_behind",
     "local_response_normalization",
     "",
     {{"behind = c->LocalSize / 2", "behind = c->LocalSize / 2 + 1"}}},
    {"border_not_cut_off",
     "local_response_normalization",
     "",
     {{"at < before ? 0", "at < before ? at"}}},
    {"size_does_not_divide",
     "local_response_normalization",
     "",
     {{"c->Alpha / (float)c->LocalSize * sum", "c->Alpha * sum"}}},
    {"magnitudes_for_squares",
     "local_response_normalization",
     "each",
     {{"sum += v * v;", "sum += fabs(v);"}}},
    {"exponent_is_one",
     "local_response_normalization",
     "four",
     {{"pow(scale, (JOIN(A_VALUE, 4))(c->Beta))", "scale"}}},
    {"lane_starts_with_the_one_before",
     "local_response_normalization",
     "four",
     {{"fma(v, v, sums[lane])", "fma(v, v, sums[lane > 0 ? lane - 1 : 0])"}}},
    {"squares_of_another_channel",
     "local_response_normalization",
     "squares",
     {{"r.from[0] * c->InputTensor.Sizes[1] + channel",
       "r.from[0] * c->InputTensor.Sizes[1] + r.from[1]"}}},
};

INSTANTIATE_TEST_SUITE_P(LocalResponseNormalization, KernelDefect,
                         ::testing::ValuesIn(kLocalResponseNormalizationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
