// Tests that a launcher knows what a driver meets for the first time.
#include "opencl/program/builds.h"

#include <gtest/gtest.h>

#include "testing/opencl/problems.h"

namespace assay::opencl::testing {
namespace {

ops::Problem one_byte() {
  ops::Problem p = problem_of(copy_signature());
  set_input(p, "InputTensor", packed(ops::DataType::UINT8, {1}), bytes_of<std::uint8_t>({7}));
  set_output(p, "OutputTensor", packed(ops::DataType::UINT8, {1}));
  for (const char* name : {"A", "B"}) set_value(p, name, {});
  return p;
}

TEST(Builds, are_programs_and_kernels_at_each_local_size_that_are_met_first) {
  const KernelFile file = parse_kernels(copy_signature(), "first.cl",
                                        "//: variant v\n"
                                        "//: pass first groups 1\n"
                                        "kernel void first(CASES, global uchar* OutputTensor) {\n"
                                        "  OutputTensor[CASE->OutputTensor.base] = 1;\n"
                                        "}\n");
  const Variant& variant = file.variants[0];
  const std::vector<ops::Problem> problems{one_byte(), one_byte()};
  const std::vector<ops::DataType> types = types_of(problems[0]);
  const auto expect = [&](const LaunchOptions& options, bool builds, unsigned kernels) {
    const Launcher::Novelty novelty = test_launcher().novelty(file, variant, types, options);
    EXPECT_EQ(novelty.builds, builds);
    EXPECT_EQ(novelty.compiles, kernels > 0);
    const Builds before = test_launcher().builds();
    ASSERT_FALSE(test_launcher().launch(file, variant, problems, options).failure);
    const Builds built = test_launcher().builds() - before;
    EXPECT_EQ(built.programs, builds ? 1u : 0u);
    EXPECT_EQ(built.kernels, kernels);
    EXPECT_EQ(built.seconds > 0, kernels > 0);
  };
  LaunchOptions options;
  expect(options, true, 1);
  expect(options, false, 0);
  options.local = 32;
  expect(options, false, 1);
  // The second of two launches has an offset, and the first one has none.
  options.launches = 2;
  expect(options, false, 1);
  options.offset = 3;
  expect(options, false, 0);
  options = {};
  options.optimize = false;
  expect(options, true, 1);
}

}  // namespace
}  // namespace assay::opencl::testing
