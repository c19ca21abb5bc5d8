// Defects in the kernels of gather_nd and gather_nd1, which share their text.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kGatherNdDefects[] = {
    {"negative_coordinate_not_wrapped",
     "gather_nd",
     "",
     {{"wrapped(load_index(&c->IndicesTensor, indices, at), length)",
       "max(load_index(&c->IndicesTensor, indices, at), 0L)"}}},
    {"coordinates_left_aligned",
     "gather_nd",
     "",
     {{"const uint first = first_addressed(c);", "const uint first = 0;"},
      {"return NO_SLOT;", "return 0;"}}},
    {"only_the_first_element_of_a_slot",
     "gather_nd",
     "",
     {{"slot * inner + (i - tuple * inner)", "slot * inner"}}},
    {"indices_taken_for_packed",
     "gather_nd",
     "",
     {{"slot_of(c, indices, false, tuple)", "slot_of(c, indices, true, tuple)"}}},
    {"every_item_takes_its_own_slot",
     "gather_nd",
     "group",
     {{"slots[tuple] * inner + rest", "slots[min(me, all / vectors - 1)] * inner + rest"}}},
    {"vector_of_four_for_eight",
     "gather_nd",
     "group",
     {{"vstore8(vload8(0, from), 0, to);", "vstore4(vload4(0, from), 0, to);"}}},
    {"last_vector_missed", "gather_nd", "group", {{"v < all;", "v + 1 < all;"}}},
    {"every_tuple_in_the_first_batch",
     "gather_nd1",
     "",
     {{"slot = tuple / (tuple_count(c) / batches);", "slot = 0;"}}},
    {"batches_of_another_size",
     "gather_nd1",
     "",
     {{"slot = tuple / (tuple_count(c) / batches);", "slot = tuple % batches;"}}},
};

INSTANTIATE_TEST_SUITE_P(GatherNd, KernelDefect, ::testing::ValuesIn(kGatherNdDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
