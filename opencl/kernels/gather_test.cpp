// Tests the variants of gather on examples worked out by hand. Most examples are from DirectML's
// page.

#include <gtest/gtest.h>

#include <limits>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

Problem gather(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc indices,
               ops::Bytes index_data, ops::TensorDesc output, std::int64_t axis,
               std::int64_t index_dimensions) {
  Problem p = problem_of(signature_of("gather"));
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
    const KernelFile file = load_kernels(signature_of("gather"));
    for (const Variant* variant : variants_for(file, p))
      for (float x : answer<float>(file, *variant, p, "OutputTensor"))
        EXPECT_TRUE(x == 1 || x == 2 || x == 3) << variant->name << " gives " << x;
  }
}

}  // namespace
}  // namespace assay::opencl::testing
