// Defects in the kernels of batch_normalization.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kBatchNormalizationDefects[] = {
    {"epsilon_beside_the_root",
     "batch_normalization",
     "",
     {{"sqrt(OF(VarianceTensor, i) + (A_VALUE)c->Epsilon)",
       "(sqrt(OF(VarianceTensor, i)) + (A_VALUE)c->Epsilon)"}}},
    {"mean_added",
     "batch_normalization",
     "",
     {{"OF(InputTensor, i) - OF(MeanTensor, i)", "OF(InputTensor, i) + OF(MeanTensor, i)"}}},
    {"first_of_a_dimension_for_all",
     "batch_normalization",
     "",
     {{"if (t->Sizes[d] != 1) place +=", "if (t->Sizes[d] != 1 && d != 0) place +="}}},
    {"bias_not_added", "batch_normalization", "four", {{"FOUR_OF(BiasTensor));", "(A_VALUE4)0);"}}},
    {"root_left_out",
     "batch_normalization",
     "four",
     {{"sqrt(FOUR_OF(VarianceTensor) + c->Epsilon)", "(FOUR_OF(VarianceTensor) + c->Epsilon)"}}},
    {"activation_forgotten", "batch_normalization", "four", {{"activated4(c, y)", "y"}}},
    {"deviations_of_another_element",
     "batch_normalization",
     "passes",
     {{"if (own != 1) number +=", "if (own != 1 && d != 1) number +="}}},
};

INSTANTIATE_TEST_SUITE_P(BatchNormalization, KernelDefect,
                         ::testing::ValuesIn(kBatchNormalizationDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
