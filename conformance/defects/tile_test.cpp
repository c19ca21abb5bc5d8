// Defects in the kernels of tile.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kTileDefects[] = {
    {"coordinate_not_taken_modulo_the_size",
     "tile",
     "",
     {{"((at) % (c)->InputTensor.Sizes[d])", "min(at, c->InputTensor.Sizes[d] - 1)"}}},
    {"each_element_repeated_in_place",
     "tile",
     "",
     {{"((at) % (c)->InputTensor.Sizes[d])", "((at) / c->Repeats[d])"}}},
    {"last_element_missed",
     "tile",
     "bits",
     {{"if (i >= element_count(&c->OutputTensor)) return;",
       "if (i + 1 >= element_count(&c->OutputTensor)) return;"}}},
    {"period_not_begun_again",
     "tile",
     "runs",
     {{"if (++at == period) at = 0;", "if (++at == period) --at;"}},
     Verdict::Wrong,
     16},
    {"run_begins_at_zero",
     "tile",
     "runs",
     {{"uint at = first % period;", "uint at = 0;"}},
     Verdict::Wrong,
     17},
    {"row_by_vectors_not_repeated",
     "tile",
     "runs",
     {{"start + k % period,", "start + min(k, (ulong)period - 4),"}},
     Verdict::Wrong,
     16},
    {"vectors_across_the_end_of_a_period",
     "tile",
     "runs",
     {{"period % 4 == 0", "r.length % 4 == 0"}}},
    {"output_stride_taken_as_one", "tile", "runs", {{"to += output->Strides[last];", "to += 1;"}}},
    {"channels_of_a_pixel_exchanged",
     "tile",
     "image",
     {{"as_ulong(convert_ushort4(pixel))", "as_ulong(convert_ushort4(pixel.yxzw))"}}},
    {"last_of_the_repeats_missed",
     "tile",
     "async",
     {{"at < length; at += period", "at + period < length; at += period"}}},
};

INSTANTIATE_TEST_SUITE_P(Tile, KernelDefect, ::testing::ValuesIn(kTileDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
