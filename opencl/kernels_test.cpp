// Every variant of every operator on examples worked out by hand (most stand on DirectML's pages),
// and on random problems, where variants that share no code must agree.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "opencl/test_problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

// The variants that the test's device offers for a problem.
vector<const Variant*> variants_for(const KernelFile& file, const Problem& problem) {
  return offered_variants(file, types_of(problem), test_device().info());
}

template <class T>
void expect_answer(const Problem& problem, std::string_view output, const vector<T>& expected) {
  const KernelFile file = load_kernels(*problem.descriptor.signature);
  const auto variants = variants_for(file, problem);
  ASSERT_GE(variants.size(), 2u);
  for (const Variant* variant : variants)
    EXPECT_EQ(answer<T>(file, *variant, problem, output), expected) << variant->name;
}

Problem gather(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc indices,
               ops::Bytes index_data, ops::TensorDesc output, std::int64_t axis,
               std::int64_t index_dimensions) {
  Problem p = problem_of(gather_signature());
  set_input(p, "InputTensor", input, std::move(data));
  set_input(p, "IndicesTensor", indices, std::move(index_data));
  set_output(p, "OutputTensor", output);
  set_value(p, "Axis", {axis});
  set_value(p, "IndexDimensions", {index_dimensions});
  return p;
}

TEST(Gather, picks_along_the_axis) {
  const Problem p = gather(packed(DataType::FLOAT32, {3, 2}), bytes_of<float>({1, 2, 3, 4, 5, 6}),
                           packed(DataType::UINT32, {1, 2}), bytes_of<uint32_t>({1, 0}),
                           packed(DataType::FLOAT32, {3, 2}), 1, 1);
  expect_answer<float>(p, "OutputTensor", {2, 1, 4, 3, 6, 5});
}

TEST(Gather, replaces_the_axis_by_all_index_dimensions) {
  const Problem p =
      gather(packed(DataType::UINT8, {1, 3, 2}), bytes_of<std::uint8_t>({1, 2, 3, 4, 5, 6}),
             packed(DataType::INT64, {1, 2, 2}), bytes_of<std::int64_t>({2, 0, 1, -1}),
             packed(DataType::UINT8, {2, 2, 2}), 1, 2);
  expect_answer<std::uint8_t>(p, "OutputTensor", {5, 6, 1, 2, 3, 4, 5, 6});
}

TEST(Gather, takes_one_index_without_dimensions) {
  const Problem p =
      gather(packed(DataType::INT16, {2, 3}), bytes_of<std::int16_t>({1, 2, 3, 4, 5, 6}),
             packed(DataType::UINT64, {1, 1}), bytes_of<std::uint64_t>({1}),
             packed(DataType::INT16, {1, 3}), 0, 0);
  expect_answer<std::int16_t>(p, "OutputTensor", {4, 5, 6});
}

TEST(Gather, reads_and_writes_through_strides) {
  const Problem p =
      gather(strided(DataType::UINT32, {2, 3}, {1, 4}), bytes_of<uint32_t>({1, 2, 3, 4, 5, 6}),
             strided(DataType::INT32, {1, 3}, {9, 2}), bytes_of<std::int32_t>({-1, 0, 1}),
             strided(DataType::UINT32, {2, 3}, {7, 2}), 1, 1);
  expect_answer<uint32_t>(p, "OutputTensor", {3, 1, 2, 6, 4, 5});
}

TEST(Gather, gives_some_element_of_the_input_for_an_index_outside) {
  const vector<std::int64_t> wild = {std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max(),
                                     -4,
                                     3,
                                     -3,
                                     2};
  for (DataType type : {DataType::INT64, DataType::UINT64}) {
    const Problem p =
        gather(strided(DataType::FLOAT32, {3}, {5}), bytes_of<float>({1, 2, 3}), packed(type, {6}),
               bytes_of(wild), packed(DataType::FLOAT32, {6}), 0, 1);
    const KernelFile file = load_kernels(gather_signature());
    for (const Variant* variant : variants_for(file, p))
      for (float x : answer<float>(file, *variant, p, "OutputTensor"))
        EXPECT_TRUE(x == 1 || x == 2 || x == 3) << variant->name << " gives " << x;
  }
}

Problem slice(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc output, List offsets,
              List sizes, List strides) {
  Problem p = problem_of(slice1_signature());
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

Problem scatter(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc indices,
                ops::Bytes index_data, ops::TensorDesc updates, ops::Bytes update_data,
                std::int64_t input_dimensions, std::int64_t index_dimensions) {
  Problem p = problem_of(scatter_nd_signature());
  set_input(p, "InputTensor", input, std::move(data));
  set_input(p, "IndicesTensor", indices, std::move(index_data));
  set_input(p, "UpdatesTensor", updates, std::move(update_data));
  set_output(p, "OutputTensor", packed(input.type, input.sizes));
  set_value(p, "InputDimensionCount", {input_dimensions});
  set_value(p, "IndicesDimensionCount", {index_dimensions});
  return p;
}

TEST(Scatter, overwrites_single_elements) {
  const auto eight = packed(DataType::FLOAT32, {1, 8});
  const Problem p =
      scatter(eight, bytes_of<float>({1, 2, 3, 4, 5, 6, 7, 8}), packed(DataType::UINT32, {4, 1}),
              bytes_of<uint32_t>({4, 3, 1, 7}), packed(DataType::FLOAT32, {1, 4}),
              bytes_of<float>({9, 10, 11, 12}), 1, 2);
  expect_answer<float>(p, "OutputTensor", {1, 11, 3, 10, 9, 6, 7, 12});
}

TEST(Scatter, overwrites_whole_slots_and_wraps_negative_indices) {
  const Problem p =
      scatter(strided(DataType::INT64, {3, 2, 2}, {8, 1, 2}),
              bytes_of<std::int64_t>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
              packed(DataType::INT32, {1, 2, 2}), bytes_of<std::int32_t>({-1, 0, 0, -1}),
              packed(DataType::INT64, {1, 2, 2}), bytes_of<std::int64_t>({-1, -2, -3, -4}), 3, 2);
  expect_answer<std::int64_t>(p, "OutputTensor", {1, 2, -3, -4, 5, 6, 7, 8, -1, -2, 11, 12});
}

TEST(Scatter, gives_colliding_tuples_one_of_the_updates) {
  const Problem p =
      scatter(packed(DataType::UINT16, {4}), bytes_of<std::uint16_t>({1, 2, 3, 4}),
              packed(DataType::UINT32, {3, 1}), bytes_of<uint32_t>({2, 2, 2}),
              packed(DataType::UINT16, {1, 3}), bytes_of<std::uint16_t>({7, 8, 9}), 1, 2);
  Problem same = p;
  same.descriptor.tensor("InputTensor").sizes = {1, 4};
  same.descriptor.tensor("OutputTensor").sizes = {1, 4};
  const KernelFile file = load_kernels(scatter_nd_signature());
  for (const Variant* variant : variants_for(file, same)) {
    const auto came = answer<std::uint16_t>(file, *variant, same, "OutputTensor");
    ASSERT_EQ(came.size(), 4u);
    EXPECT_TRUE(came[2] >= 7 && came[2] <= 9);
    EXPECT_EQ(came[3], 4);
    if (variant->name == "winner") {
      EXPECT_EQ(came[2], 9);
    }
  }
}

Problem nonzero(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc coordinates) {
  Problem p = problem_of(nonzero_coordinates_signature());
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputCountTensor", packed(DataType::UINT32, {1}));
  set_output(p, "OutputCoordinatesTensor", coordinates);
  return p;
}

// The first rows of the coordinates, and how many there are.
vector<uint32_t> rows(const KernelFile& file, const Variant& variant, const Problem& p) {
  const auto count = answer<uint32_t>(file, variant, p, "OutputCountTensor");
  auto all = answer<uint32_t>(file, variant, p, "OutputCoordinatesTensor");
  all.resize(count.at(0) *
             static_cast<std::size_t>(p.tensor("OutputCoordinatesTensor").sizes.back()));
  return all;
}

TEST(Nonzero, gives_the_last_coordinates_in_order_for_every_float_but_zero) {
  const float nan = std::nanf(""), denormal = std::numeric_limits<float>::denorm_min();
  const Problem p = nonzero(packed(DataType::FLOAT32, {1, 1, 2, 4}),
                            bytes_of<float>({1, 0, -0.0f, nan, 0, denormal, 0, -2}),
                            packed(DataType::UINT32, {8, 3}));
  const KernelFile file = load_kernels(nonzero_coordinates_signature());
  for (const Variant* variant : variants_for(file, p))
    EXPECT_EQ(rows(file, *variant, p), (vector<uint32_t>{0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 1, 3}))
        << variant->name;
}

TEST(Nonzero, sees_denormal_halves_and_the_lowest_integers) {
  const KernelFile file = load_kernels(nonzero_coordinates_signature());
  for (DataType type : {DataType::FLOAT16, DataType::INT16}) {
    const Problem p =
        nonzero(packed(type, {5}), bytes_of<std::uint16_t>({1, 0x8000, 0, 0x7e00, 0xfc00}),
                strided(DataType::UINT32, {5, 1}, {2, 1}));
    const vector<uint32_t> expected =
        type == DataType::FLOAT16 ? vector<uint32_t>{0, 3, 4} : vector<uint32_t>{0, 1, 3, 4};
    for (const Variant* variant : variants_for(file, p))
      EXPECT_EQ(rows(file, *variant, p), expected) << variant->name;
  }
}

TEST(Nonzero, leaves_the_rows_past_the_count_alone) {
  const Problem p = nonzero(packed(DataType::UINT8, {4}), bytes_of<std::uint8_t>({0, 1, 0, 0}),
                            packed(DataType::UINT32, {4, 1}));
  const KernelFile file = load_kernels(nonzero_coordinates_signature());
  for (const Variant* variant : variants_for(file, p)) {
    LaunchOptions other;
    other.poison = 1;
    const auto one = answer<uint32_t>(file, *variant, p, "OutputCoordinatesTensor");
    const auto two = answer<uint32_t>(file, *variant, p, "OutputCoordinatesTensor", other);
    EXPECT_EQ(one[0], two[0]);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(one[i] ^ two[i], 0x01010101u) << variant->name;
  }
}

TEST(Nonzero, counts_across_many_tiles) {
  vector<std::uint8_t> data(70 * 1024 + 5);
  vector<uint32_t> expected;
  for (uint32_t i = 0; i < data.size(); ++i)
    if (i % 7 == 3 || i / 1024 == 2) {
      data[i] = 1;
      expected.push_back(i);
    }
  const Problem p =
      nonzero(packed(DataType::UINT8, {static_cast<std::int64_t>(data.size())}), bytes_of(data),
              packed(DataType::UINT32, {static_cast<std::int64_t>(data.size()), 1}));
  const KernelFile file = load_kernels(nonzero_coordinates_signature());
  for (const Variant* variant : variants_for(file, p))
    EXPECT_EQ(rows(file, *variant, p), expected) << variant->name;
}

Problem sum(ops::TensorDesc input, ops::Bytes data, std::int64_t axis, bool decreasing,
            bool exclusive) {
  Problem p = problem_of(cumulative_summation_signature());
  set_input(p, "InputTensor", input, std::move(data));
  set_output(p, "OutputTensor", packed(input.type, input.sizes));
  set_value(p, "Axis", {axis});
  set_value(p, "AxisDirection", {decreasing});
  set_value(p, "HasExclusiveSum", {exclusive});
  return p;
}

TEST(Sum, runs_in_both_directions_with_and_without_the_element_itself) {
  const auto in = packed(DataType::FLOAT32, {2, 3});
  const auto data = bytes_of<float>({1, 2, 3, 4, 5, 6});
  expect_answer<float>(sum(in, data, 1, false, false), "OutputTensor", {1, 3, 6, 4, 9, 15});
  expect_answer<float>(sum(in, data, 1, true, false), "OutputTensor", {6, 5, 3, 15, 11, 6});
  expect_answer<float>(sum(in, data, 1, false, true), "OutputTensor", {0, 1, 3, 0, 4, 9});
  expect_answer<float>(sum(in, data, 1, true, true), "OutputTensor", {5, 3, 0, 11, 6, 0});
  expect_answer<float>(sum(in, data, 0, false, false), "OutputTensor", {1, 2, 3, 5, 7, 9});
}

TEST(Sum, does_not_carry_an_infinity_to_its_left) {
  const float inf = std::numeric_limits<float>::infinity();
  expect_answer<float>(
      sum(packed(DataType::FLOAT32, {3}), bytes_of<float>({1, inf, 2}), 0, false, true),
      "OutputTensor", {0, 1, inf});
}

TEST(Sum, wraps_integers) {
  expect_answer<uint32_t>(
      sum(packed(DataType::UINT32, {3}), bytes_of<uint32_t>({0xffffffff, 1, 5}), 0, false, false),
      "OutputTensor", {0xffffffff, 0, 5});
  const std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  expect_answer<std::int64_t>(
      sum(packed(DataType::INT64, {3}), bytes_of<std::int64_t>({highest, 1, 1}), 0, false, false),
      "OutputTensor", {highest, lowest, lowest + 1});
}

TEST(Sum, adds_halves_in_float) {
  // 1, 2, 0.5 and 2048; 2048 + 1 rounds only at the store.
  expect_answer<std::uint16_t>(
      sum(packed(DataType::FLOAT16, {4}), bytes_of<std::uint16_t>({0x3c00, 0x4000, 0x3800, 0x6800}),
          0, false, false),
      "OutputTensor", {0x3c00, 0x4200, 0x4300, 0x6802});
}

TEST(Sum, goes_on_across_tiles_and_strides) {
  constexpr std::int64_t kLength = 300;
  vector<std::int32_t> data, expected(2 * kLength);
  for (std::int32_t i = 0; i < 2 * kLength; ++i) data.push_back(i * 37 % 101 - 50);
  for (std::size_t row = 0; row < 2; ++row)
    for (std::size_t k = kLength, total = 0; k-- > 0;) {
      total += static_cast<std::size_t>(data[2 * k + row]);
      expected[2 * k + row] = static_cast<std::int32_t>(total);
    }
  expect_answer<std::int32_t>(
      sum(strided(DataType::INT32, {kLength, 2}, {1, kLength + 3}), bytes_of(data), 0, true, false),
      "OutputTensor", expected);
}

// A tensor of up to four small dimensions, often strided, its dimensions in any order in memory.
ops::TensorDesc some_tensor(DataType type, List sizes) {
  ops::TensorDesc tensor = packed(type, sizes);
  tensor.strided = *rc::gen::arbitrary<bool>();
  if (!tensor.strided) return tensor;
  tensor.strides.resize(sizes.size());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    order.insert(order.begin() + *rc::gen::inRange<std::ptrdiff_t>(0, i + 1), i);
  std::int64_t stride = 1;
  for (std::size_t i : order) {
    stride += *rc::gen::inRange(0, 3);
    tensor.strides[i] = stride;
    stride *= sizes[i];
  }
  return tensor;
}

ops::Bytes some_data(std::uint64_t bytes) {
  ops::Bytes data(bytes);
  auto random = *rc::gen::arbitrary<std::uint64_t>();
  for (std::byte& b : data) {
    random = random * 6364136223846793005 + 1442695040888963407;
    b = static_cast<std::byte>(random >> 60 < 6 ? 0 : random >> 56);
  }
  return data;
}

List some_sizes() {
  List sizes;
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) sizes.push_back(*rc::gen::inRange(1, 7));
  return sizes;
}

RC_GTEST_PROP(Kernels, slice_variants_agree, ()) {
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
  const KernelFile file = load_kernels(slice1_signature());
  const auto bits = answer_bytes(file, *file.find("bits"), p, "OutputTensor");
  RC_ASSERT(bits == answer_bytes(file, *file.find("runs"), p, "OutputTensor"));
  RC_ASSERT(bits == answer_bytes(file, *file.find("typed"), p, "OutputTensor"));
}

RC_GTEST_PROP(Kernels, nonzero_variants_agree, ()) {
  const auto type = *rc::gen::elementOf(vector<DataType>{DataType::UINT8, DataType::FLOAT16});
  const List sizes = some_sizes();
  const auto count = static_cast<std::int64_t>(*ops::element_count(sizes));
  const auto columns = static_cast<std::int64_t>(sizes.size());
  const Problem p = nonzero(some_tensor(type, sizes),
                            some_data(static_cast<std::size_t>(count) * ops::size_of(type)),
                            some_tensor(DataType::UINT32, {count, columns}));
  const KernelFile file = load_kernels(nonzero_coordinates_signature());
  const auto serial = rows(file, *file.find("serial"), p);
  for (const Variant* variant : variants_for(file, p)) RC_ASSERT(serial == rows(file, *variant, p));
}

RC_GTEST_PROP(Kernels, sum_variants_agree_on_integers, ()) {
  const auto type = *rc::gen::elementOf(vector<DataType>{DataType::INT32, DataType::UINT64});
  const List sizes = some_sizes();
  const auto axis = *rc::gen::inRange<std::int64_t>(0, static_cast<std::int64_t>(sizes.size()));
  Problem p =
      sum(some_tensor(type, sizes), some_data(*ops::element_count(sizes) * ops::size_of(type)),
          axis, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
  set_output(p, "OutputTensor", some_tensor(type, sizes));
  const KernelFile file = load_kernels(cumulative_summation_signature());
  RC_ASSERT(answer_bytes(file, *file.find("serial"), p, "OutputTensor") ==
            answer_bytes(file, *file.find("scan"), p, "OutputTensor"));
}

}  // namespace
}  // namespace assay::opencl::testing
