// Tests the variants of gather_elements on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(GatherElements, picks_each_element_by_its_own_index) {
  for (const bool packed_tensors : {true, false}) {
    const auto tensor = [&](DataType type, ops::List sizes, ops::List strides) {
      return packed_tensors ? packed(type, sizes) : strided(type, sizes, strides);
    };
    Problem p = problem_of(signature_of("gather_elements"));
    set_input(p, "InputTensor", tensor(DataType::FLOAT32, {3, 2}, {1, 4}),
              bytes_of<float>({1, 2, 3, 4, 5, 6}));
    set_input(p, "IndicesTensor", tensor(DataType::INT64, {2, 2}, {3, 9}),
              bytes_of<std::int64_t>({2, -3, -2, 1}));
    set_output(p, "OutputTensor", tensor(DataType::FLOAT32, {2, 2}, {5, 2}));
    set_value(p, "Axis", {0});
    expect_answer<float>(p, "OutputTensor", {5, 2, 3, 4});
  }
}

}  // namespace
}  // namespace assay::opencl::testing
