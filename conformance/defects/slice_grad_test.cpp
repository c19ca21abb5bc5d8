// Defects in the kernels of slice_grad.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kSliceGradDefects[] = {
    {"sign_of_the_stride_ignored",
     "slice_grad",
     "seek",
     {{"const long stride = c->InputWindowStrides[d];",
       "const long stride = abs(c->InputWindowStrides[d]);"}}},
    {"elements_between_hit", "slice_grad", "seek", {{"at * stride == distance && ", ""}}},
    {"first_element_not_hit",
     "slice_grad",
     "seek",
     {{"&& at >= 0 &&", "&& (at > 0 || (at == 0 && input->Sizes[d] == 1)) &&"}}},
    {"last_element_not_hit",
     "slice_grad",
     "seek",
     {{"at < input->Sizes[d]", "at < max(input->Sizes[d] - 1, 1u)"}}},
    {"zeros_not_written",
     "slice_grad",
     "seek",
     {{"  OutputGradientTensor[offset", "  if (hit) OutputGradientTensor[offset"}}},
    {"tail_not_cleared",
     "slice_grad",
     "put",
     {{"if (first >= count) return;", "if (first + 4 > count) return;"}}},
    {"strided_output_cleared_by_vectors",
     "slice_grad",
     "put",
     {{"here == LANES && is_packed(tensor)", "here == LANES"}}},
};

INSTANTIATE_TEST_SUITE_P(SliceGrad, KernelDefect, ::testing::ValuesIn(kSliceGradDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
