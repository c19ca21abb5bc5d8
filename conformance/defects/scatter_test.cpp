// Defects in the kernels of scatter.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kScatterDefects[] = {
    {"negative_index_not_wrapped",
     "scatter",
     "",
     {{"wrapped(load_index(positions, indices, place), length)",
       "load_index(positions, indices, place)"}}},
    {"slot_in_the_first_sequence",
     "scatter",
     "",
     {{"(outer * length + (uint)at) * inner + i % inner", "(outer * length + (uint)at) * inner"}}},
    {"update_of_the_next_index",
     "scatter",
     "fetch",
     {{"offset_of(&c->UpdatesTensor, owner - 1)",
       "offset_of(&c->UpdatesTensor, owner % element_count(&c->UpdatesTensor))"}}},
    {"owners_not_cleared",
     "scatter",
     "fetch",
     {{"//: pass clear_owners groups (", "//: pass clear_owners groups 0 * ("}},
     Verdict::Wrong,
     8,
     2},
    {"indices_of_the_first_tile_only",
     "scatter",
     "local",
     {{"length) - first;", "length) - (first ? (long)TILE + length : 0);"}},
     Verdict::Wrong,
     72,
     3},
    {"later_indices_forgotten",
     "scatter",
     "local",
     {{"k < positions->Sizes[axis]; k += TILE",
       "k < min(positions->Sizes[axis], (uint)TILE); k += TILE"}},
     Verdict::Wrong,
     72},
    {"updates_added",
     "scatter",
     "serial",
     {{"to[(ulong)at * output->Strides[axis]] = *from;",
       "to[(ulong)at * output->Strides[axis]] += *from;"}}},
    {"colliding_updates_mixed",
     "scatter",
     "serial",
     {{"to[(ulong)at * output->Strides[axis]] = *from;",
       "to[(ulong)at * output->Strides[axis]] =\n"
       "          k > 0 && wrapped(load_index(positions, IndicesTensor,\n"
       "                                      place - positions->Strides[axis]), length) == at\n"
       "              ? 0 : *from;"}}},
};

INSTANTIATE_TEST_SUITE_P(Scatter, KernelDefect, ::testing::ValuesIn(kScatterDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
