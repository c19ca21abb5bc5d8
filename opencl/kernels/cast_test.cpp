// Tests the variants of cast on examples worked out by hand.
#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using ops::Problem;

TEST(Cast, converts_values_that_both_types_have) {
  Problem p = problem_of(signature_of("cast"));
  set_input(p, "InputTensor", strided(DataType::FLOAT32, {5}, {2}),
            bytes_of<float>({0, 1, -128, 127, 5}));
  set_output(p, "OutputTensor", packed(DataType::INT8, {5}));
  expect_answer<std::int8_t>(p, "OutputTensor", {0, 1, -128, 127, 5});
}

TEST(Cast, keeps_all_bits_of_wide_integers) {
  Problem p = problem_of(signature_of("cast"));
  set_input(p, "InputTensor", packed(DataType::UINT64, {2}),
            bytes_of<std::uint64_t>({(1ull << 62) + 1, 3}));
  set_output(p, "OutputTensor", strided(DataType::INT64, {2}, {3}));
  expect_answer<std::int64_t>(p, "OutputTensor", {(1ll << 62) + 1, 3});
}

}  // namespace
}  // namespace assay::opencl::testing
