// Tests the variants of one_hot on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

TEST(OneHot, SetsTheElementAtEachIndexAndIgnoresOthers) {
  ops::Problem p = problem_of(signature_of("one_hot"));
  set_input(p, "IndicesTensor", packed(DataType::INT64, {1, 5}),
            bytes_of<std::int64_t>({0, -1, 3, -4, 2}));
  set_input(p, "ValuesTensor", packed(DataType::UINT8, {2, 1}), bytes_of<std::uint8_t>({7, 9}));
  set_output(p, "OutputTensor", packed(DataType::UINT8, {3, 5}));
  set_value(p, "Axis", {0});
  expect_answer<std::uint8_t>(p, "OutputTensor", {9, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 9, 7, 7, 9});
}

TEST(OneHot, TakesTheSecondValueAlongTheLastLongDimension) {
  ops::Problem p = problem_of(signature_of("one_hot"));
  set_input(p, "IndicesTensor", packed(DataType::UINT32, {1, 1}), bytes_of<std::uint32_t>({1}));
  set_input(p, "ValuesTensor", strided(DataType::UINT32, {2, 3}, {1, 2}),
            bytes_of<std::uint32_t>({1, 2, 3, 4, 5, 6}));
  set_output(p, "OutputTensor", packed(DataType::UINT32, {1, 2}));
  set_value(p, "Axis", {1});
  expect_answer<std::uint32_t>(p, "OutputTensor", {1, 2});
}

}  // namespace
}  // namespace assay::opencl::testing
