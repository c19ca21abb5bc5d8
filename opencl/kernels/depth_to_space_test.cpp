// Tests the variants of depth_to_space and space_to_depth on an example worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

Problem moved(std::string_view name, ops::TensorDesc from, const std::vector<std::uint8_t>& data,
              ops::TensorDesc to, bool column_row_depth) {
  Problem p = problem_of(signature_of(name));
  set_input(p, "InputTensor", from, bytes_of(data));
  set_output(p, "OutputTensor", to);
  set_value(p, "BlockSize", {2});
  if (name.back() == '1') set_value(p, "Order", {column_row_depth});
  return p;
}

TEST(Blocks, move_between_depth_and_plane) {
  const std::vector<std::uint8_t> depth = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                  planes = {0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15},
                                  blocks = {0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 14, 13, 15};
  for (const bool is_packed : {true, false}) {
    const auto tensor = [&](ops::List sizes, ops::List strides) {
      return is_packed ? packed(DataType::UINT8, sizes) : strided(DataType::UINT8, sizes, strides);
    };
    const ops::TensorDesc deep = tensor({1, 8, 1, 2}, {1, 1, 1, 9}),
                          wide = tensor({1, 2, 2, 4}, {1, 20, 1, 3});
    expect_answer<std::uint8_t>(moved("depth_to_space", deep, depth, wide, false), "OutputTensor",
                                planes);
    expect_answer<std::uint8_t>(moved("depth_to_space1", deep, depth, wide, true), "OutputTensor",
                                blocks);
    expect_answer<std::uint8_t>(moved("space_to_depth", wide, planes, deep, false), "OutputTensor",
                                depth);
    expect_answer<std::uint8_t>(moved("space_to_depth1", wide, blocks, deep, true), "OutputTensor",
                                depth);
  }
}

// The images have normalized channels, which are converted to floats and back.
TEST(Blocks, keep_all_bits_of_all_widths) {
  with_values_of_each_width([](DataType type, const auto& values) {
    Problem p = problem_of(signature_of("depth_to_space"));
    set_input(p, "InputTensor", packed(type, {1, 1, 256, 256}), bytes_of(values));
    set_output(p, "OutputTensor", packed(type, {1, 1, 256, 256}));
    set_value(p, "BlockSize", {1});
    expect_answer(p, "OutputTensor", values);
  });
}

}  // namespace
}  // namespace assay::opencl::testing
