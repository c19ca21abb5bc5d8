// Defects in the kernels of top_k1, which are those of top_k, too.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kTopK1Defects[] = {
    {"ties_in_descending_order",
     "top_k1",
     "rank",
     {{"(y == x && k < own)", "(y == x && k > own)"}}},
    {"ties_share_a_rank", "top_k1", "rank", {{" || (y == x && k < own)", ""}}},
    {"one_element_too_few",
     "top_k1",
     "rank",
     {{"if (before >= c->K) return;", "if (before + 1 >= c->K) return;"}}},
    {"index_within_the_tensor", "top_k1", "rank", {{"= (I)own;", "= (I)i;"}}},
    {"equal_element_skipped", "top_k1", "select", {{" || (x == last && k > taken)", ""}}},
    {"last_of_equals_first", "top_k1", "select", {{"!PRECEDES(x, best))", "PRECEDES(best, x))"}}},
    {"value_of_the_next_element",
     "top_k1",
     "select",
     {{"InputTensor[first + taken * step]", "InputTensor[first + (taken + 1) % length * step]"}}},
};

INSTANTIATE_TEST_SUITE_P(TopK1, KernelDefect, ::testing::ValuesIn(kTopK1Defects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
