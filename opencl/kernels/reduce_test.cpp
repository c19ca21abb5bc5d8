// Tests the variants of reduce on examples worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;

enum ReduceFunction {
  kArgMax,
  kArgMin,
  kAverage,
  kL1,
  kL2,
  kLogSum,
  kLogSumExp,
  kMax,
  kMin,
  kMultiply,
  kSum,
  kSumSquare
};

ops::Problem reduced(ReduceFunction function, ops::TensorDesc input, ops::Bytes data,
                     ops::TensorDesc output, const List& axes) {
  ops::Problem p = problem_of(signature_of("reduce"));
  set_value(p, "Function", {function});
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputTensor", output);
  set_value(p, "AxisCount", {static_cast<std::int64_t>(axes.size())});
  set_value(p, "Axes", axes);
  return p;
}

TEST(Reduce, GivesWhatEachFunctionSays) {
  const std::vector<float> row{3, -4, 12, 1, 1, 3, 0};
  const auto expect = [&](ReduceFunction function, float right) {
    expect_answer<float>(reduced(function, packed(DataType::FLOAT32, {7}), bytes_of(row),
                                 packed(DataType::FLOAT32, {1}), {0}),
                         "OutputTensor", {right});
  };
  expect(kL1, 24);
  expect(kSumSquare, 180);
  expect(kMax, 12);
  expect(kMin, -4);
  expect(kMultiply, 0);
  expect(kSum, 16);
}

TEST(Reduce, EndsWithAQuotientARootOrALogarithm) {
  const auto expect = [&](ReduceFunction function, std::vector<float> row, float right) {
    const auto n = static_cast<std::int64_t>(row.size());
    expect_answer<float>(reduced(function, packed(DataType::FLOAT32, {1, n}), bytes_of(row),
                                 packed(DataType::FLOAT32, {1, 1}), {1}),
                         "OutputTensor", {right});
  };
  expect(kAverage, {1, 2, 3, 10}, 4);
  expect(kL2, {3, 4, 12}, 13);
  expect(kLogSum, {0.5f, 0.25f, 0.25f}, 0);
  expect(kLogSumExp, {1000, -1000, -1000, -1000, 3}, 1000);
}

TEST(Reduce, WrapsIntegers) {
  const auto expect = [&](ReduceFunction function, std::vector<std::int32_t> row,
                          std::int32_t right) {
    const auto n = static_cast<std::int64_t>(row.size());
    expect_answer<std::int32_t>(reduced(function, packed(DataType::INT32, {n}), bytes_of(row),
                                        packed(DataType::INT32, {1}), {0}),
                                "OutputTensor", {right});
  };
  expect(kSum, {INT32_MAX, 1, 1, 1, 1}, INT32_MIN + 3);
  expect(kL1, {INT32_MIN, -1, 2}, INT32_MIN + 3);
  expect(kMultiply, {65536, 65536, 3, 5, 7}, 0);
  expect(kSumSquare, {65536, -3, 65536}, 9);
  expect(kMax, {-5, -2, -9, -2, -7}, -2);
  expect(kArgMax, {-5, -2, -9, -2, -7}, 1);
  expect(kArgMin, {-5, -2, -9, -2, -9}, 2);
}

TEST(Reduce, ReducesWideAndNarrowIntegersOverSeveralAxes) {
  expect_answer<std::int64_t>(
      reduced(kSum, packed(DataType::INT64, {2, 2, 3}),
              bytes_of<std::int64_t>({1, 2, 3, 40, 50, 60, 700, 800, 900, -1, -1, 1ll << 40}),
              packed(DataType::INT64, {1, 2, 1}), {0, 2}),
      "OutputTensor", {2406, 148 + (1ll << 40)});
  expect_answer<std::uint8_t>(reduced(kMin, packed(DataType::UINT8, {2, 3}),
                                      bytes_of<std::uint8_t>({200, 100, 255, 9, 8, 250}),
                                      packed(DataType::UINT8, {1, 3}), {0}),
                              "OutputTensor", {9, 8, 250});
}

TEST(Reduce, AddsRowsLongerThanAGroup) {
  std::vector<float> row(1001);
  float sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] = static_cast<float>(i % 19);
  expect_answer<float>(reduced(kSum, packed(DataType::FLOAT32, {1001}), bytes_of(row),
                               packed(DataType::FLOAT32, {1}), {0}),
                       "OutputTensor", {sum});
}

}  // namespace
}  // namespace assay::opencl::testing
