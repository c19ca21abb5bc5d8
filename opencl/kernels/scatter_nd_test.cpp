// Tests the variants of scatter_nd on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using ops::Problem;
using std::uint32_t;
using std::vector;

Problem scatter(ops::TensorDesc input, ops::Bytes data, ops::TensorDesc indices,
                ops::Bytes index_data, ops::TensorDesc updates, ops::Bytes update_data,
                std::int64_t input_dimensions, std::int64_t index_dimensions) {
  Problem p = problem_of(signature_of("scatter_nd"));
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
  const KernelFile file = load_kernels(signature_of("scatter_nd"));
  for (const Variant* variant : variants_for(file, same)) {
    const auto came = answer<std::uint16_t>(file, *variant, same, "OutputTensor");
    ASSERT_EQ(came.size(), 4u);
    EXPECT_TRUE(came[2] >= 7 && came[2] <= 9);
    EXPECT_EQ(came[3], 4);
    if (variant->name != "typed") {
      EXPECT_EQ(came[2], 9) << variant->name;
    }
  }
}

}  // namespace
}  // namespace assay::opencl::testing
