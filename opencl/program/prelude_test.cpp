#include "opencl/program/prelude.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

using ops::DataType;
using Pairs = std::vector<std::uint32_t>;

// Divides on the device. `pairs` holds, in turn, a number and the size that it is divided by.
Pairs quotients(const Pairs& pairs) {
  static const KernelFile file =
      parse_kernels(copy_signature(), "divider.cl",
                    "//: variant v\n"
                    "//: pass f groups (product(OutputTensor.Sizes) + local - 1) / local\n"
                    "kernel void f(CASES, global const uint* InputTensor, global uint* "
                    "OutputTensor) {\n"
                    "  const size_t i = get_global_id(0);\n"
                    "  if (i >= element_count(&CASE->OutputTensor)) return;\n"
                    "  global const uint* pair = InputTensor + CASE->InputTensor.base + 2 * i;\n"
                    "  OutputTensor[CASE->OutputTensor.base + i] =\n"
                    "      quotient(pair[0], pair[1], reciprocal_of(pair[1]));\n"
                    "}\n");
  const auto count = static_cast<std::int64_t>(pairs.size());
  ops::Problem p = problem_of(copy_signature());
  set_input(p, "InputTensor", packed(DataType::UINT32, {count}), bytes_of(pairs));
  set_output(p, "OutputTensor", packed(DataType::UINT32, {count / 2}));
  set_value(p, "Axis", {0});
  for (const char* name : {"A", "B"}) set_value(p, name, {});
  return answer<std::uint32_t>(file, file.variants[0], p, "OutputTensor");
}

std::uint32_t any_number() {
  const auto edge = *rc::gen::element<std::uint32_t>(0, 0x80000000, 0xffffffff);
  const auto off = *rc::gen::inRange<std::uint32_t>(0, 4);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return edge + off;
    case 1:
      return edge - off;
    case 2:
      return (std::uint32_t{1} << *rc::gen::inRange(0, 32)) - off;
    default:
      return *rc::gen::arbitrary<std::uint32_t>() >> *rc::gen::inRange(0, 32);
  }
}

RC_GTEST_PROP(Prelude, a_quotient_is_that_of_a_division, ()) {
  Pairs pairs, expected;
  for (int i = 0; i < 256; ++i) {
    const std::uint32_t n = any_number(), size = std::max(any_number(), 1u);
    pairs.insert(pairs.end(), {n, size, n / size * size, size, n / size * size - 1, size});
    expected.insert(expected.end(), {n / size, n / size, (n / size * size - 1) / size});
  }
  RC_ASSERT(quotients(pairs) == expected);
}

}  // namespace
}  // namespace assay::opencl::testing
