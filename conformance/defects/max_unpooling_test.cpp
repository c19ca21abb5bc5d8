// Defects in the kernels of max_unpooling.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kMaxUnpoolingDefects[] = {
    {"nothing_put_at_the_last_place",
     "max_unpooling",
     "",
     {{"at < slot_count(c) ?", "at + 1 < slot_count(c) ?"}}},
    {"indices_read_as_32_bits",
     "max_unpooling",
     "",
     {{"load_index(positions, indices, place_of(positions, packed, i))",
       "((global const uint*)indices)[place_of(positions, packed, i)]"}}},
    {"strided_indices_taken_for_packed",
     "max_unpooling",
     "serial",
     {{"slot_of(c, IndicesTensor, false, i)", "slot_of(c, IndicesTensor, true, i)"}}},
    {"value_of_the_next_element",
     "max_unpooling",
     "fetch",
     {{"owner - 1)]", "owner % element_count(&c->InputTensor))]"}}},
    {"places_without_owner_not_cleared",
     "max_unpooling",
     "fetch",
     {{"  OutputTensor[offset_of(&c->OutputTensor, i)] = element;",
       "  if (owner != NOBODY) OutputTensor[offset_of(&c->OutputTensor, i)] = element;"}}},
    {"tail_not_cleared",
     "max_unpooling",
     "serial",
     {{"if (first >= count) return;", "if (first + 16 > count) return;"}}},
    {"strided_output_cleared_by_vectors",
     "max_unpooling",
     "serial",
     {{"here == LANES && is_packed(tensor)", "here == LANES"}},
     Verdict::Wrong,
     24},
    {"values_added",
     "max_unpooling",
     "serial",
     {{"OutputTensor[offset_of(&c->OutputTensor, slot)] = element;",
       "OutputTensor[offset_of(&c->OutputTensor, slot)] += element;"}}},
};

INSTANTIATE_TEST_SUITE_P(MaxUnpooling, KernelDefect, ::testing::ValuesIn(kMaxUnpoolingDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
