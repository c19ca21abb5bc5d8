// Defects in the kernels of slice. They share their text with slice1's, whose defects are not
// repeated here.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kSliceDefects[] = {
    {"offset_forgotten", "slice", "", {{"(long)c->Offsets[d]", "0L"}}},
    {"stride_forgotten", "slice", "", {{"(long)c->Strides[d]", "1L"}}},
    {"memory_stride_for_the_member",
     "slice",
     "",
     {{"(long)c->Strides[d]", "(long)min(c->Strides[d], c->InputTensor.Strides[d])"}}},
    {"stride_forgotten_within_a_run",
     "slice",
     "runs",
     {{"const long step = STRIDE(c, last) *", "const long step = 1L *"}}},
    {"step_of_a_pixel_forgotten",
     "slice",
     "image",
     {{"image_load(InputTensor, source_of(c, i))",
       "image_load(InputTensor, c->InputTensor.base + i)"}}},
};

INSTANTIATE_TEST_SUITE_P(Slice, KernelDefect, ::testing::ValuesIn(kSliceDefects), name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
