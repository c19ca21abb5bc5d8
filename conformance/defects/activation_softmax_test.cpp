// Defects in the kernels of activation_softmax and activation_log_softmax1.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kActivationSoftmaxDefects[] = {
    {"greatest_not_subtracted",
     "activation_softmax",
     "serial",
     {{"A_VALUE greatest = -INFINITY, sum = 0;", "A_VALUE greatest = 0, sum = 0;"},
      {"    greatest = fmax(greatest, A_LOAD(InputTensor, place_in(c, &c->InputTensor, sequence, "
       "k)));\n",
       "    ;\n"}}},
    {"last_element_not_added",
     "activation_softmax",
     "serial",
     {{"for (uint k = 0; k < length; ++k)\n    sum +=",
       "for (uint k = 0; k + 1 < length || k == 0; ++k)\n    sum +="}}},
    {"base_of_exponentials_is_two",
     "activation_softmax",
     "serial",
     {{"sum += exp(", "sum += exp2("}}},
    {"along_the_first_dimension",
     "activation_softmax",
     "",
     {{"(d == c->InputTensor.DimensionCount - 1)", "(d == 0)"}}},
    {"second_half_of_the_items_not_added",
     "activation_softmax",
     "",
     {{"reach < ITEMS; reach *= 2", "2 * reach < ITEMS; reach *= 2"}},
     Verdict::Wrong,
     40},
    {"third_item_not_added",
     "activation_softmax",
     "",
     {{"me % (2 * reach) == 0", "me % (2 * reach) == 0 && reach != 2"}}},
    {"lanes_beyond_the_end_count",
     "activation_softmax",
     "four",
     {{"exp(four_from(c, InputTensor, sequence, k, length, -INFINITY)",
       "exp(four_from(c, InputTensor, sequence, k, length, 0)"}}},
    {"last_lane_not_added",
     "activation_softmax",
     "four",
     {{"(four.z + four.w)", "(four.z + four.z)"}}},
    {"logarithm_of_base_two", "activation_log_softmax1", "", {{"log(sum)", "log2(sum)"}}},
    {"first_axis_alone", "activation_log_softmax1", "", {{"i < c->AxisCount; ++i", "i < 1; ++i"}}},
};

INSTANTIATE_TEST_SUITE_P(ActivationSoftmax, KernelDefect,
                         ::testing::ValuesIn(kActivationSoftmaxDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
