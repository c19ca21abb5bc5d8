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
    {"indices_apart_from_their_elements",
     "top_k1",
     "bitonic",
     {{"(uint4)(3, 2, 1, 0)", "(uint4)(2, 3, 0, 1)"}}},
    {"ties_in_any_order", "top_k1", "bitonic", {{" | (convert_int4(x == y) & (x_at < y_at))", ""}}},
    {"runs_not_mirrored",
     "top_k1",
     "bitonic",
     {{"begin + run - 1 - within", "begin + run / 2 + within"}}},
    {"last_merge_left_out", "top_k1", "bitonic", {{"run / 2 < count", "run < count"}}},
    {"other_tiles_not_counted",
     "top_k1",
     "bitonic",
     {{"tiles > 1 && k < length", "tiles > 2 && k < length"}},
     Verdict::Wrong,
     512},
    {"negative_integers_last", "top_k1", "radix", {{"key = bits ^ sign;", "key = bits;"}}},
    {"negative_floats_in_the_other_order",
     "top_k1",
     "radix",
     {{"bits & sign ? (T)~bits : bits | sign", "bits ^ sign"}}},
    {"last_digit_of_the_bound_lost",
     "top_k1",
     "radix",
     {{"Bounds[c->Bounds + sequence] = found;",
       "Bounds[c->Bounds + sequence] = found / BUCKETS * BUCKETS;"}}},
    {"counts_of_the_digit_before",
     "top_k1",
     "radix",
     {{"atomic_xchg(&counts[me], 0)", "atomic_xchg(&counts[me], counts[me])"}}},
};

INSTANTIATE_TEST_SUITE_P(TopK1, KernelDefect, ::testing::ValuesIn(kTopK1Defects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
