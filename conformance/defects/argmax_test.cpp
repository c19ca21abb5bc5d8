// Defects in the kernels of argmax, which are those of argmin, too.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kArgMaxDefects[] = {
    {"last_of_equals_taken_always", "argmax", "serial", {{"(last && x == best)", "x == best"}}},
    {"direction_ignored", "argmax", "serial", {{"|| (last && x == best)", ""}}},
    {"last_element_not_searched", "argmax", "serial", {{"k < length; ++k", "k + 1 < length; ++k"}}},
    {"axes_counted_in_columns",
     "argmax",
     "",
     {{"for (uint d = c->InputTensor.DimensionCount; d-- > 0;) {",
       "for (uint d = 0; d < c->InputTensor.DimensionCount; ++d) {"}}},
    {"input_strides_of_the_output",
     "argmax",
     "",
     {{"offset += (ulong)(output % size) * c->InputTensor.Strides[d];",
       "offset += (ulong)(output % size) * c->OutputTensor.Strides[d];"}}},
    {"tie_between_items_the_wrong_way",
     "argmax",
     "",
     {{"last ? at > finds[me] : at < finds[me]", "last ? at < finds[me] : at > finds[me]"}}},
    {"last_pair_forgotten",
     "argmax",
     "group",
     {{"half_of > 0; half_of /= 2", "half_of > 1; half_of /= 2"}}},
    {"idle_items_compared", "argmax", "", {{"at != NOTHING && (", "("}}},
};

INSTANTIATE_TEST_SUITE_P(ArgMax, KernelDefect, ::testing::ValuesIn(kArgMaxDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
