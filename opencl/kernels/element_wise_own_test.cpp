// Tests the variants of the element-wise operators that are of no family on examples worked out by
// hand.
#include <gtest/gtest.h>

#include <bit>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(ElementWiseIf, AnyByteThatIsNotZeroHolds) {
  Problem p = problem_of(signature_of("element_wise_if"));
  set_input(p, "ConditionTensor", packed(DataType::UINT8, {9}),
            bytes_of<std::uint8_t>({1, 0, 255, 128, 0, 2, 129, 127, 0}));
  set_input(p, "ATensor", packed(DataType::INT8, {9}),
            bytes_of<std::int8_t>({1, 2, 3, 4, 5, 6, 7, 8, 9}));
  set_input(p, "BTensor", strided(DataType::INT8, {9}, {2}),
            bytes_of<std::int8_t>({-1, -2, -3, -4, -5, -6, -7, -8, -9}));
  set_output(p, "OutputTensor", packed(DataType::INT8, {9}));
  expect_answer<std::int8_t>(p, "OutputTensor", {1, -2, 3, 4, -5, 6, 7, 8, -9});
}

TEST(ElementWisePow, RaisesIntegersByIntegers) {
  Problem p = problem_of(signature_of("element_wise_pow"));
  set_input(p, "InputTensor", packed(DataType::INT16, {5}),
            bytes_of<std::int16_t>({-3, 7, 0, 2, -1}));
  set_input(p, "ExponentTensor", packed(DataType::UINT32, {5}),
            bytes_of<std::uint32_t>({3, 1, 0, 14, 4000000001u}));
  set_output(p, "OutputTensor", packed(DataType::INT16, {5}));
  expect_answer<std::int16_t>(p, "OutputTensor", {-27, 7, 1, 16384, -1});
}

TEST(ElementWiseQuantizeLinear, KeepsTheSumInRange) {
  Problem p = problem_of(signature_of("element_wise_quantize_linear"));
  set_input(p, "InputTensor", packed(DataType::INT32, {5}),
            bytes_of<std::int32_t>({9, -9, 2000000000, -2000000000, 40}));
  set_input(p, "ScaleTensor", strided(DataType::FLOAT32, {5}, {0}),
            bytes_of<float>({4, 4, 4, 4, 4}));
  set_input(p, "ZeroPointTensor", packed(DataType::INT8, {5}),
            bytes_of<std::int8_t>({1, 1, -100, 100, 120}));
  set_output(p, "OutputTensor", packed(DataType::INT8, {5}));
  expect_answer<std::int8_t>(p, "OutputTensor", {3, -1, 127, -128, 127});
}

TEST(ElementWiseDequantizeLinear, SubtractsBeforeItMultiplies) {
  Problem p = problem_of(signature_of("element_wise_dequantize_linear"));
  set_input(p, "InputTensor", packed(DataType::UINT8, {4}),
            bytes_of<std::uint8_t>({0, 10, 255, 7}));
  set_input(p, "ScaleTensor", packed(DataType::FLOAT32, {4}), bytes_of<float>({0.5f, 2, 1, 3}));
  set_input(p, "ZeroPointTensor", packed(DataType::UINT8, {4}),
            bytes_of<std::uint8_t>({3, 0, 255, 9}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {4}));
  expect_answer<float>(p, "OutputTensor", {-1.5f, 20, 0, -6});
}

TEST(ValueScale2d, AddsTheBiasOfTheChannel) {
  Problem p = problem_of(signature_of("value_scale_2d"));
  set_input(p, "InputTensor", strided(DataType::FLOAT32, {2, 3, 1, 3}, {0, 5, 3, 1}),
            bytes_of<float>({1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  set_output(p, "OutputTensor", packed(DataType::FLOAT32, {2, 3, 1, 3}));
  const auto key = [](float x) {
    return ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(x));
  };
  set_value(p, "Scale", {key(2)});
  set_value(p, "ChannelCount", {3});
  set_value(p, "Bias", {key(0.5f), key(-1), key(100)});
  expect_answer<float>(
      p, "OutputTensor",
      {2.5f, 4.5f, 6.5f, 7, 9, 11, 114, 116, 118, 2.5f, 4.5f, 6.5f, 7, 9, 11, 114, 116, 118});
}

}  // namespace
}  // namespace assay::opencl::testing
