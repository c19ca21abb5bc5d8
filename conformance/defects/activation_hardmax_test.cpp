// Defects in the kernels of activation_hardmax.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kActivationHardmaxDefects[] = {
    {"last_of_the_largest", "activation_hardmax", "serial", {{"x > largest", "x >= largest"}}},
    {"along_the_first_dimension",
     "activation_hardmax",
     "",
     {{"(d == c->InputTensor.DimensionCount - 1)", "(d == 0)"}}},
    {"first_element_not_compared",
     "activation_hardmax1",
     "serial",
     {{"A_VALUE largest = A_LOAD(InputTensor, place_in(c, &c->InputTensor, sequence, 0));",
       "A_VALUE largest = -INFINITY;"}}},
    {"largest_magnitude",
     "activation_hardmax",
     "serial",
     {{"x > largest", "fabs(x) > fabs(largest)"}}},
    {"one_is_the_largest",
     "activation_hardmax",
     "serial",
     {{"A_STORE((A_VALUE)(k == first),", "A_STORE(k == first ? largest : 0,"}}},
    {"last_element_not_compared",
     "activation_hardmax",
     "serial",
     {{"k < length; ++k) {", "k + 1 < length; ++k) {"}}},
    {"equal_elements_of_a_later_item_win",
     "activation_hardmax",
     "tree",
     {{"other.place < mine.place", "other.place > mine.place"}}},
    {"second_half_of_the_items_lost",
     "activation_hardmax",
     "tree",
     {{"uint reach = ITEMS / 2;", "uint reach = ITEMS / 4;"}},
     Verdict::Wrong,
     40},
    {"later_rounds_of_an_item_lost",
     "activation_hardmax",
     "tree",
     {{"mine.place == UINT_MAX || x > mine.value", "mine.place == UINT_MAX"}},
     Verdict::Wrong,
     72},
    {"sequences_beyond_the_launch_lost",
     "activation_hardmax",
     "tree",
     {{"sequence += get_num_groups(0)", "sequence = sequences"}},
     Verdict::Wrong},
};

INSTANTIATE_TEST_SUITE_P(ActivationHardmax, KernelDefect,
                         ::testing::ValuesIn(kActivationHardmaxDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
