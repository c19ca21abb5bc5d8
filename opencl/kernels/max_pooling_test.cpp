// Tests the variants of max_pooling2 and its siblings on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

Problem pooled(const std::string& name, ops::TensorDesc input, ops::List output,
               const ops::List& window, const ops::List& strides, const ops::List& start,
               const ops::List& end, const std::vector<std::int16_t>& data) {
  Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", std::move(input), bytes_of(data));
  set_output(p, "OutputTensor", packed(DataType::INT16, output));
  if (name != "max_pooling")
    set_output(p, "OutputIndicesTensor", packed(DataType::UINT64, std::move(output)));
  set_value(p, "DimensionCount", {static_cast<std::int64_t>(window.size())});
  set_value(p, "Strides", strides);
  set_value(p, "WindowSize", window);
  set_value(p, "StartPadding", start);
  set_value(p, "EndPadding", end);
  return p;
}

TEST(MaxPooling, TakesTheFirstGreatestElementOfRowsOfThree) {
  for (const std::string name : {"max_pooling", "max_pooling1", "max_pooling2"}) {
    Problem p = pooled(name, packed(DataType::INT16, {1, 1, 2, 4}), {1, 1, 2, 2}, {1, 3}, {1, 1},
                       {0, 0}, {0, 0}, {3, 5, 7, 1, 9, 4, 2, 8});
    if (name == "max_pooling2") set_value(p, "Dilations", {1, 1});
    expect_answer<std::int16_t>(p, "OutputTensor", {7, 7, 9, 8});
    if (name != "max_pooling") expect_answer<std::uint64_t>(p, "OutputIndicesTensor", {2, 2, 4, 7});
  }
}

// Channels of two rows lie apart in memory. The window has two rows and two columns, of which the
// second stands two columns further; it moves by two columns, from one of padding on.
TEST(MaxPooling, CountsIndicesOverTheWholeInputAndSkipsPadding) {
  Problem p =
      pooled("max_pooling2", strided(DataType::INT16, {1, 2, 2, 3}, {40, 20, 5, 1}), {1, 2, 1, 2},
             {2, 2}, {1, 2}, {0, 1}, {0, 1}, {-7, -6, -5, -4, -6, -3, 4, 4, 0, 1, 4, 4});
  set_value(p, "Dilations", {1, 2});
  expect_answer<std::int16_t>(p, "OutputTensor", {-6, -6, 4, 4});
  expect_answer<std::uint64_t>(p, "OutputIndicesTensor", {1, 1, 7, 7});
}

TEST(MaxPooling, TakesTheGreatestElementOfAVolume) {
  Problem p = pooled("max_pooling1", packed(DataType::INT16, {1, 1, 2, 2, 2}), {1, 1, 1, 2, 1},
                     {2, 1, 2}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {1, 8, 3, 4, 5, 8, 9, 2});
  expect_answer<std::int16_t>(p, "OutputTensor", {8, 9});
  expect_answer<std::uint64_t>(p, "OutputIndicesTensor", {1, 6});
}

}  // namespace
}  // namespace assay::opencl::testing
