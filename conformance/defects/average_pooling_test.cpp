// Defects in the kernels of average_pooling and lp_pooling, and of both with dilations.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kAveragePoolingDefects[] = {
    {"padding_counted_always",
     "average_pooling",
     "",
     {{"((c)->IncludePadding ? window_size(c) : (count))", "window_size(c)"}}},
    {"window_one_further",
     "average_pooling",
     "",
     {{"- c->StartPadding[i];", "- c->StartPadding[i] + (c->StartPadding[i] > 0);"}}},
    {"strides_swapped",
     "average_pooling",
     "",
     {{"at * c->Strides[i]", "at * c->Strides[c->DimensionCount - 1 - i]"}},
     Verdict::Wrong,
     24},
    {"last_element_forgotten",
     "average_pooling",
     "serial",
     {{"element < size; ++element", "element + 1 < size; ++element"}}},
    {"counts_not_added",
     "average_pooling",
     "tree",
     {{"counts[me] += counts[me + reach];", "counts[me] = max(counts[me], counts[me + reach]);"}}},
    {"counts_of_the_first_lane",
     "average_pooling",
     "vector",
     {{"POOLED(c, sum[lane], counts[lane])", "POOLED(c, sum[lane], counts[0])"}},
     Verdict::Wrong,
     16},
    {"dilation_of_the_first_dimension",
     "average_pooling1",
     "",
     {{"((c)->Dilations[i])", "((c)->Dilations[0])"}},
     Verdict::Wrong,
     16},
    {"powers_of_signed_elements",
     "lp_pooling",
     "",
     {{"if (c->P == 1) return sum + fabs(x);\n  if (c->P == 2) return sum + x * x;",
       "if (c->P == 1) return sum + x;\n  if (c->P == 2) return sum + x * x;"}}},
    {"root_forgotten", "lp_pooling", "", {{"return sqrt(sum);", "return sum;"}}},
    {"power_one_less",
     "lp_pooling1",
     "",
     {{"pow(fabs(x), (A_VALUE)c->P)", "pow(fabs(x), (A_VALUE)(c->P - 1))"}}},
};

INSTANTIATE_TEST_SUITE_P(AveragePooling, KernelDefect, ::testing::ValuesIn(kAveragePoolingDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
