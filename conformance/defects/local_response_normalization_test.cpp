// Defects in the kernels of local_response_normalization.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kLocalResponseNormalizationDefects[] = {
    {"one_more_behind",
     "local_response_normalization",
     "",
     {{"c->LocalSize / 2 : 0", "c->LocalSize / 2 + 1 : 0"}}},
    {"border_not_cut_off",
     "local_response_normalization",
     "",
     {{"max((long)at - before, 0L)", "max((long)at - before, (long)min(at, 1u))"}}},
    {"size_does_not_divide",
     "local_response_normalization",
     "",
     {{"c->Alpha / (A_VALUE)c->LocalSize * sum", "c->Alpha * sum"}}},
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
     {{"n * c->InputTensor.Sizes[1] + channel", "n * c->InputTensor.Sizes[1] + at1"}}},
};

INSTANTIATE_TEST_SUITE_P(LocalResponseNormalization, KernelDefect,
                         ::testing::ValuesIn(kLocalResponseNormalizationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
