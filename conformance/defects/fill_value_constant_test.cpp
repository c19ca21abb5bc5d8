// Defects in the kernels of fill_value_constant.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kFillValueConstantDefects[] = {
    {"last_element_missed",
     "fill_value_constant",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"high_half_of_the_value_lost",
     "fill_value_constant",
     "bits",
     {{"(T)c->Value", "(T)(uint)c->Value"}}},
    {"strides_ignored",
     "fill_value_constant",
     "bits",
     {{"OutputTensor[offset_of(&c->OutputTensor, i)] = (T)c->Value;",
       "OutputTensor[c->OutputTensor.base + i] = (T)c->Value;"}}},
    {"remainder_forgotten",
     "fill_value_constant",
     "four",
     {{"i - first < 4; ++i)", "i - first < 3; ++i)"}}},
    {"four_written_where_fewer_are_left",
     "fill_value_constant",
     "four",
     {{"    case 3:\n      vstore3((JOIN(T, 3))(value), 0, to);\n      break;\n", ""}},
     Verdict::Stray},
    {"third_of_three_forgotten",
     "fill_value_constant",
     "four",
     {{"vstore3((JOIN(T, 3))", "vstore2((JOIN(T, 2))"}}},
};

INSTANTIATE_TEST_SUITE_P(FillValueConstant, KernelDefect,
                         ::testing::ValuesIn(kFillValueConstantDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
