// Defects in the kernels of reverse_subsequences.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kReverseSubsequencesDefects[] = {
    {"length_not_clamped",
     "reverse_subsequences",
     "",
     {{"(uint)min(length, (long)c->InputTensor.Sizes[c->Axis])",
       "(uint)(length % ((long)c->InputTensor.Sizes[c->Axis] + 1))"}}},
    {"length_truncated_to_32_bits",
     "reverse_subsequences",
     "",
     {{"const long length = load_index(", "const long length = (uint)load_index("}}},
    {"whole_sequence_reversed",
     "reverse_subsequences",
     "bits",
     {{"at < length ? i + (length - 1 - 2 * at) * inner : i", "i + (size - 1 - 2 * at) * inner"}}},
    {"lengths_of_the_next_sequence",
     "reverse_subsequences",
     "bits",
     {{"i / inner / size * inner + i % inner", "i / inner / size * inner"}}},
    {"middle_taken_for_beyond_the_length",
     "reverse_subsequences",
     "pairs",
     {{"at < length);", "at + 1 < length);"}}},
    {"odd_middle_forgotten",
     "reverse_subsequences",
     "pairs",
     {{"half_size = size - size / 2;", "half_size = max(size / 2, 1u);"}}},
    {"both_written_to_one_place",
     "reverse_subsequences",
     "pairs",
     {{"(ulong)at.y * output->Strides[axis]", "(ulong)at.x * output->Strides[axis]"}}},
    {"tile_not_turned",
     "reverse_subsequences",
     "tile",
     {{"tile[me < turned ? turned - 1 - me : me]", "tile[me]"}}},
    {"second_tile_starts_at_the_end",
     "reverse_subsequences",
     "tile",
     {{"length - first - turned + me", "length - turned + me - (first ? 1 : 0)"}},
     Verdict::Wrong,
     72},
};

INSTANTIATE_TEST_SUITE_P(ReverseSubsequences, KernelDefect,
                         ::testing::ValuesIn(kReverseSubsequencesDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
