// Tests the variants of fill_value_sequence on sequences worked out by hand.

#include <gtest/gtest.h>

#include "ops/value_key.h"
#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;

ops::Problem sequence(ops::TensorDesc output, std::uint64_t start, std::uint64_t delta) {
  ops::Problem p = problem_of(signature_of("fill_value_sequence"));
  set_output(p, "OutputTensor", output);
  set_value(p, "ValueDataType", {static_cast<std::int64_t>(output.type)});
  set_value(p, "ValueStart", {ops::key_of(output.type, start)});
  set_value(p, "ValueDelta", {ops::key_of(output.type, delta)});
  return p;
}

TEST(FillValueSequence, CountsThroughStridedRows) {
  std::vector<std::int32_t> expected;
  for (int i = 0; i < 21; ++i) expected.push_back(5 - 3 * i);
  expect_answer<std::int32_t>(sequence(strided(DataType::INT32, {3, 7}, {1, 4}), 5, 0xfffffffd),
                              "OutputTensor", expected);
}

TEST(FillValueSequence, WrapsAndCalculatesFloats) {
  expect_answer<std::uint8_t>(sequence(packed(DataType::UINT8, {4}), 10, 254), "OutputTensor",
                              {10, 8, 6, 4});
  expect_answer<float>(sequence(packed(DataType::FLOAT32, {3}), 0x40400000, 0x40000000),
                       "OutputTensor", {3, 5, 7});
  expect_answer<std::uint16_t>(sequence(packed(DataType::FLOAT16, {3}), 0x3c00, 0x3800),
                               "OutputTensor", {0x3c00, 0x3e00, 0x4000});
}

}  // namespace
}  // namespace assay::opencl::testing
