// Tests the variants of max_unpooling on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(MaxUnpooling, puts_elements_among_zeros) {
  Problem p = problem_of(signature_of("max_unpooling"));
  set_input(p, "InputTensor", strided(DataType::INT16, {1, 1, 1, 3}, {1, 1, 1, 2}),
            bytes_of<std::int16_t>({5, 6, 7}));
  set_input(p, "IndicesTensor", packed(DataType::UINT64, {1, 1, 1, 3}),
            bytes_of<std::uint64_t>({17, 0, 2}));
  set_output(p, "OutputTensor", packed(DataType::INT16, {1, 2, 3, 3}));
  expect_answer<std::int16_t>(p, "OutputTensor",
                              {6, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5});
}

}  // namespace
}  // namespace assay::opencl::testing
