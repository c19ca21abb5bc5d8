// Tests the variants of argmax and argmin on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;

ops::Problem searched(const std::string& name, ops::TensorDesc input, ops::Bytes data,
                      ops::TensorDesc output, const List& axes, bool last) {
  ops::Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputTensor", output);
  set_value(p, "AxisCount", {static_cast<std::int64_t>(axes.size())});
  set_value(p, "Axes", axes);
  set_value(p, "AxisDirection", {last});
  return p;
}

TEST(ArgExtreme, TakesTheFirstOrTheLastOfEquals) {
  const auto row = [](const std::string& name, bool last) {
    return searched(name, packed(DataType::INT8, {6}), bytes_of<std::int8_t>({-1, 5, -1, 5, 2, 5}),
                    packed(DataType::UINT32, {1}), {0}, last);
  };
  expect_answer<std::uint32_t>(row("argmax", false), "OutputTensor", {1});
  expect_answer<std::uint32_t>(row("argmax", true), "OutputTensor", {5});
  expect_answer<std::uint32_t>(row("argmin", false), "OutputTensor", {0});
  expect_answer<std::uint32_t>(row("argmin", true), "OutputTensor", {2});
}

TEST(ArgExtreme, CountsOverSeveralAxesInRowMajorOrder) {
  expect_answer<std::uint64_t>(
      searched("argmax", packed(DataType::UINT32, {2, 2, 3}),
               bytes_of<std::uint32_t>({1, 9, 3, 4, 5, 6, 7, 8, 2, 10, 11, 12}),
               packed(DataType::UINT64, {1, 2, 1}), {0, 2}, false),
      "OutputTensor", {1, 5});
}

TEST(ArgExtreme, SearchesRowsLongerThanAGroup) {
  std::vector<float> row(1000, 1.0f);
  row[777] = row[130] = 2.0f;
  for (const bool last : {false, true})
    expect_answer<std::int32_t>(searched("argmax", packed(DataType::FLOAT32, {1000}), bytes_of(row),
                                         packed(DataType::INT32, {1}), {0}, last),
                                "OutputTensor", {last ? 777 : 130});
}

}  // namespace
}  // namespace assay::opencl::testing
