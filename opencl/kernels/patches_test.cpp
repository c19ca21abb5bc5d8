// Tests the variants of fold and unfold on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

Problem patching(const std::string& name, ops::TensorDesc input, ops::TensorDesc output,
                 const std::vector<float>& data) {
  Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", std::move(input), bytes_of(data));
  set_output(p, "OutputTensor", std::move(output));
  set_value(p, "DimensionCount", {1});
  set_value(p, "WindowSizes", {2});
  set_value(p, "Strides", {1});
  set_value(p, "Dilations", {2});
  set_value(p, "StartPadding", {1});
  set_value(p, "EndPadding", {0});
  return p;
}

// The window sees two elements that are two apart: (padding, second), (first, third).
TEST(Unfold, WritesAColumnForEachPlace) {
  const Problem p = patching("unfold", strided(DataType::FLOAT32, {1, 2, 3}, {20, 9, 2}),
                             packed(DataType::FLOAT32, {1, 4, 2}), {1, 2, 3, 4, 5, 6});
  expect_answer<float>(p, "OutputTensor", {0, 1, 2, 3, 0, 4, 5, 6});
}

TEST(Fold, AddsUpWhatMeets) {
  const Problem p =
      patching("fold", packed(DataType::FLOAT32, {1, 4, 2}),
               strided(DataType::FLOAT32, {1, 2, 3}, {20, 9, 2}), {100, 1, 2, 3, 100, 4, 5, 6});
  expect_answer<float>(p, "OutputTensor", {1, 2, 3, 4, 5, 6});
}

TEST(Fold, AddsUpNineWindows) {
  Problem p = problem_of(signature_of("fold"));
  std::vector<float> data;
  for (int i = 0; i < 36; ++i) data.push_back(static_cast<float>(i));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {1, 9, 4}), bytes_of(data));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, 1, 4, 4}));
  set_value(p, "DimensionCount", {2});
  set_value(p, "WindowSizes", {3, 3});
  for (const char* name : {"Strides", "Dilations"}) set_value(p, name, {1, 1});
  for (const char* name : {"StartPadding", "EndPadding"}) set_value(p, name, {0, 0});
  expect_answer<float>(p, "OutputTensor",
                       {0, 5, 13, 9, 14, 38, 54, 32, 38, 86, 102, 56, 26, 57, 65, 35});
}

}  // namespace
}  // namespace assay::opencl::testing
