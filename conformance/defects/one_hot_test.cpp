// Defects in the kernels of one_hot.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kOneHotDefects[] = {
    {"negative_index_ignored", "one_hot", "", {{"wrapped(index, size)", "index"}}},
    {"index_outside_taken_modulo",
     "one_hot",
     "",
     {{"from_start >= 0 && from_start < size ? (uint)from_start : size",
       "(uint)((from_start % size + size) % size)"}}},
    {"second_value_along_the_first_dimension",
     "one_hot",
     "",
     {{"for (uint d = values->DimensionCount; on && d-- > 0;)",
       "for (uint d = 0; on && d < values->DimensionCount; ++d)"}}},
    {"values_swapped", "one_hot", "bits", {{"sequence, size) == at", "sequence, size) != at"}}},
    {"sequences_counted_along_the_axis",
     "one_hot",
     "bits",
     {{"(uint)i / inner / size * inner + (uint)i % inner",
       "(uint)i / inner % (element_count(&c->OutputTensor) / size)"}}},
    {"ignored_index_written", "one_hot", "passes", {{"if (at == size) return;", ""}}},
};

INSTANTIATE_TEST_SUITE_P(OneHot, KernelDefect, ::testing::ValuesIn(kOneHotDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
