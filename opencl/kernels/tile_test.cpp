// Tests the variants of tile on examples worked out by hand.

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::List;
using std::uint32_t;

ops::Problem tiled(ops::TensorDesc input, const std::vector<uint32_t>& data, ops::TensorDesc output,
                   const List& repeats) {
  ops::Problem p = problem_of(signature_of("tile"));
  set_input(p, "InputTensor", input, bytes_of(data));
  set_output(p, "OutputTensor", output);
  set_value(p, "RepeatsCount", {static_cast<std::int64_t>(repeats.size())});
  set_value(p, "Repeats", repeats);
  return p;
}

TEST(Tile, RepeatsInBothDirections) {
  expect_answer<uint32_t>(tiled(packed(DataType::UINT32, {2, 3}), {1, 2, 3, 4, 5, 6},
                                packed(DataType::UINT32, {4, 6}), {2, 2}),
                          "OutputTensor",
                          {1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6});
}

TEST(Tile, RunsOverRowsLongerThanARunAndOverStrides) {
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < 35; ++i) expected.push_back(i % 5 + 1);
  expect_answer<uint32_t>(tiled(packed(DataType::UINT32, {5}), {1, 2, 3, 4, 5},
                                strided(DataType::UINT32, {35}, {3}), {7}),
                          "OutputTensor", expected);
}

}  // namespace
}  // namespace assay::opencl::testing
