// Tests the variants of fill_value_constant on values worked out by hand.

#include <gtest/gtest.h>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

ops::Problem filled(ops::TensorDesc output, std::uint64_t bits) {
  ops::Problem p = problem_of(signature_of("fill_value_constant"));
  set_output(p, "OutputTensor", output);
  set_value(p, "ValueDataType", {static_cast<std::int64_t>(output.type)});
  set_value(p, "Value", {ops::key_of(output.type, bits)});
  return p;
}

TEST(FillValueConstant, WritesTheBitsOfTheValue) {
  expect_answer<std::uint8_t>(filled(packed(DataType::INT8, {3}), 0x80), "OutputTensor",
                              {0x80, 0x80, 0x80});
  expect_answer<std::uint16_t>(filled(packed(DataType::FLOAT16, {2}), 0x7c01), "OutputTensor",
                               {0x7c01, 0x7c01});
  expect_answer<std::uint64_t>(filled(packed(DataType::UINT64, {1}), ~std::uint64_t{0}),
                               "OutputTensor", {~std::uint64_t{0}});
}

TEST(FillValueConstant, FillsRowsOfFoursAndWhatIsLeft) {
  for (int size = 8; size < 12; ++size)
    expect_answer<std::uint32_t>(filled(packed(DataType::INT32, {size}), 7), "OutputTensor",
                                 std::vector<std::uint32_t>(static_cast<std::size_t>(size), 7));
  expect_answer<std::uint32_t>(filled(strided(DataType::INT32, {3, 3}, {2, 7}), 7), "OutputTensor",
                               std::vector<std::uint32_t>(9, 7));
}

}  // namespace
}  // namespace assay::opencl::testing
