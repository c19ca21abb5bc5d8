// Tests the variants of average_pooling1 and lp_pooling1 on windows worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

/// A window of two by two with elements two columns apart, over
///   3 0 4 0
///   0 4 0 3
/// with a column of padding on either side.
ops::Problem pooled(const std::string& name) {
  ops::Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", packed(DataType::FLOAT32, {1, 1, 2, 4}),
            bytes_of<float>({3, 0, 4, 0, 0, 4, 0, 3}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {1, 1, 1, 4}));
  set_value(p, "DimensionCount", {2});
  set_value(p, "Strides", {1, 1});
  set_value(p, "WindowSize", {2, 2});
  set_value(p, "StartPadding", {0, 1});
  set_value(p, "EndPadding", {0, 1});
  set_value(p, "Dilations", {1, 2});
  return p;
}

TEST(AveragePooling, CountsPaddingOrNot) {
  ops::Problem p = pooled("average_pooling1");
  set_value(p, "IncludePadding", {1});
  expect_answer<float>(p, "OutputTensor", {1, 1.75f, 1.75f, 1});
  set_value(p, "IncludePadding", {0});
  expect_answer<float>(p, "OutputTensor", {2, 1.75f, 1.75f, 2});
}

TEST(LpPooling, TakesNorms) {
  ops::Problem p = pooled("lp_pooling1");
  set_value(p, "P", {1});
  expect_answer<float>(p, "OutputTensor", {4, 7, 7, 4});
  set_value(p, "P", {2});
  expect_answer<float>(p, "OutputTensor", {4, 5, 5, 4});
}

}  // namespace
}  // namespace assay::opencl::testing
