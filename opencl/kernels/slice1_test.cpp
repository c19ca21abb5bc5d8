// Tests the variants of slice1 on examples worked out by hand, and against each other.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

Problem slice(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc output, List offsets,
              List sizes, List strides) {
  Problem p = problem_of(signature_of("slice1"));
  const auto count = static_cast<std::int64_t>(input.sizes.size());
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputTensor", output);
  set_value(p, "DimensionCount", {count});
  set_value(p, "InputWindowOffsets", offsets);
  set_value(p, "InputWindowSizes", sizes);
  set_value(p, "InputWindowStrides", strides);
  return p;
}

vector<uint32_t> counting(std::size_t count) {
  vector<uint32_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<uint32_t>(i + 1);
  return values;
}

TEST(Slice, steps_forwards_and_backwards) {
  const auto in = packed(DataType::UINT32, {4, 4});
  expect_answer<uint32_t>(
      slice(in, bytes_of(counting(16)), packed(DataType::UINT32, {2, 2}), {1, 0}, {3, 4}, {2, 2}),
      "OutputTensor", {5, 7, 13, 15});
  expect_answer<uint32_t>(
      slice(in, bytes_of(counting(16)), packed(DataType::UINT32, {2, 2}), {0, 0}, {4, 4}, {2, -2}),
      "OutputTensor", {4, 2, 12, 10});
}

TEST(Slice, stands_the_lowest_stride_and_an_output_smaller_than_reachable) {
  const auto in = packed(DataType::UINT32, {3, 5});
  const std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  expect_answer<uint32_t>(slice(in, bytes_of(counting(15)), packed(DataType::UINT32, {1, 2}),
                                {0, 1}, {3, 4}, {lowest, 1}),
                          "OutputTensor", {12, 13});
}

TEST(Slice, runs_over_rows_longer_than_a_run) {
  vector<uint32_t> expected;
  for (uint32_t i = 0; i < 2; ++i)
    for (uint32_t j = 0; j < 37; ++j) expected.push_back((i + 1) * 40 - j);
  expect_answer<uint32_t>(
      slice(packed(DataType::UINT32, {2, 40}), bytes_of(counting(80)),
            strided(DataType::UINT32, {2, 37}, {120, 3}), {0, 0}, {2, 40}, {1, -1}),
      "OutputTensor", expected);
}

RC_GTEST_PROP(Slice, variants_agree, ()) {
  const auto type = *rc::gen::elementOf(
      vector<DataType>{DataType::UINT8, DataType::FLOAT16, DataType::INT32, DataType::UINT64});
  const List sizes = some_sizes();
  List offsets, windows, strides, out;
  for (std::int64_t size : sizes) {
    offsets.push_back(*rc::gen::inRange<std::int64_t>(0, size));
    windows.push_back(*rc::gen::inRange<std::int64_t>(1, size - offsets.back() + 1));
    const auto step = *rc::gen::inRange<std::int64_t>(1, 4);
    strides.push_back(*rc::gen::arbitrary<bool>() ? step : -step);
    out.push_back(*rc::gen::inRange<std::int64_t>(1, 2 + (windows.back() - 1) / step));
  }
  const Problem p =
      slice(some_tensor(type, sizes), some_data(*ops::element_count(sizes) * ops::size_of(type)),
            some_tensor(type, out), offsets, windows, strides);
  const KernelFile file = load_kernels(signature_of("slice1"));
  const auto bits = answer_bytes(file, *file.find("bits"), p, "OutputTensor");
  RC_ASSERT(bits == answer_bytes(file, *file.find("runs"), p, "OutputTensor"));
  RC_ASSERT(bits == answer_bytes(file, *file.find("typed"), p, "OutputTensor"));
}

}  // namespace
}  // namespace assay::opencl::testing
