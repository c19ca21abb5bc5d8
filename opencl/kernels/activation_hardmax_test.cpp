// Tests the variants of activation_hardmax on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(ActivationHardmax, marks_the_first_of_the_largest) {
  Problem p = problem_of(signature_of("activation_hardmax"));
  set_input(p, "InputTensor", strided(DataType::FLOAT32, {2, 4}, {1, 3}),
            bytes_of<float>({1, 3, 2, 3, -5, -7, -9, -5}));
  set_output(p, "OutputTensor", strided(DataType::FLOAT32, {2, 4}, {5, 1}));
  expect_answer<float>(p, "OutputTensor", {0, 1, 0, 0, 1, 0, 0, 0});
}

TEST(ActivationHardmax, finds_it_among_many) {
  for (const std::size_t largest : {0u, 63u, 64u, 130u}) {
    std::vector<std::uint16_t> half(131, 0x3800), expected(131, 0);
    half[largest] = 0x4000;
    expected[largest] = 0x3c00;
    Problem p = problem_of(signature_of("activation_hardmax"));
    set_input(p, "InputTensor", packed(DataType::FLOAT16, {131}), bytes_of(half));
    set_output(p, "OutputTensor", packed(DataType::FLOAT16, {131}));
    expect_answer<std::uint16_t>(p, "OutputTensor", expected);
  }
}

TEST(ActivationHardmax, takes_the_elements_along_all_axes) {
  Problem p = problem_of(signature_of("activation_hardmax1"));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {2, 2, 2}),
            bytes_of<float>({12, 0, -101, 11, 3, 234, 0, -101}));
  set_output(p, "OutputTensor", strided(DataType::FLOAT32, {2, 2, 2}, {1, 2, 4}));
  set_value(p, "AxisCount", {2});
  set_value(p, "Axes", {0, 2});
  expect_answer<float>(p, "OutputTensor", {0, 0, 0, 1, 0, 1, 0, 0});
}

}  // namespace
}  // namespace assay::opencl::testing
