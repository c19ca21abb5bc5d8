// Tests how the variants of padding convert the padding value. padding1_test.cpp tests the modes,
// whose kernels are the same.

#include <gtest/gtest.h>

#include <bit>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

template <class T>
ops::Problem padded_with(DataType type, float value, std::vector<T> input) {
  ops::Problem p = problem_of(signature_of("padding"));
  const auto size = static_cast<std::int64_t>(input.size());
  set_input(p, "InputTensor", packed(type, {size}), bytes_of(input));
  set_output(p, "OutputTensor", packed(type, {size + 2}));
  set_value(p, "PaddingMode", {0});
  set_value(p, "PaddingValue",
            {ops::key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(value))});
  set_value(p, "DimensionCount", {1});
  set_value(p, "StartPadding", {1});
  set_value(p, "EndPadding", {1});
  return p;
}

TEST(Padding, ConvertsTheValueToTheType) {
  expect_answer<std::int8_t>(padded_with<std::int8_t>(DataType::INT8, -10.5f, {1, 2}),
                             "OutputTensor", {-10, 1, 2, -10});
  expect_answer<std::uint16_t>(padded_with<std::uint16_t>(DataType::FLOAT16, 1.5f, {0x3c00}),
                               "OutputTensor", {0x3e00, 0x3c00, 0x3e00});
  expect_answer<float>(padded_with<float>(DataType::FLOAT32, 0.1f, {2}), "OutputTensor",
                       {0.1f, 2, 0.1f});
  expect_answer<double>(padded_with<double>(DataType::FLOAT64, 0.5f, {2}), "OutputTensor",
                        {0.5, 2, 0.5});
}

// The images have normalized channels, which are converted to floats and back.
TEST(Padding, KeepsAllBitsOfAllWidths) {
  with_values_of_each_width([](DataType type, const auto& values) {
    auto padded = values;
    padded.insert(padded.begin(), 0);
    padded.push_back(0);
    expect_answer(padded_with(type, 0, values), "OutputTensor", padded);
  });
}

}  // namespace
}  // namespace assay::opencl::testing
