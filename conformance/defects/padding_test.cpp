// Defects in how the kernels of padding take their value; padding1_test.cpp has those of the modes.
#include "testing/conformance/defect.h"

namespace assay::conformance::testing {
namespace {

const Defect kPaddingDefects[] = {
    {"value_forgotten",
     "padding",
     "bits",
     {{"STORE_PADDING(c, OutputTensor, to);", "OutputTensor[to] = 0;"}}},
    {"value_stored_as_float",
     "padding",
     "runs",
     {{"STORE_PADDING(c, OutputTensor, to);", "OutputTensor[to] = (T)as_uint(c->PaddingValue);"}}},
    {"pixels_read_from_the_start_of_the_memory",
     "padding",
     "image",
     {{"normalized_load(InputTensor, from)",
       "normalized_load(InputTensor, from - c->InputTensor.base)"}}},
    {"steps_of_a_channel_counted_with_zero",
     "padding",
     "",
     {{"sizeof(T) == 4 ? 255.0f : 65535.0f", "sizeof(T) == 4 ? 256.0f : 65536.0f"}}},
};

INSTANTIATE_TEST_SUITE_P(Padding, KernelDefect, ::testing::ValuesIn(kPaddingDefects),
                         name_of_defect);

}  // namespace
}  // namespace assay::conformance::testing
