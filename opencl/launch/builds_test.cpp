// Tests that a launcher knows what a driver meets for the first time, and what was not to be had.
#include "opencl/program/builds.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

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

KernelFile first_kernels() {
  return parse_kernels(copy_signature(), "first.cl",
                       "//: variant v\n"
                       "//: pass first groups 1\n"
                       "kernel void first(CASES, global uchar* OutputTensor) {\n"
                       "  OutputTensor[CASE->OutputTensor.base] = 1;\n"
                       "}\n");
}

TEST(Builds, are_programs_and_kernels_at_each_local_size_that_are_met_first) {
  const KernelFile file = first_kernels();
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

TEST(Lacking, is_spirv_that_this_machine_cannot_make) {
  const char* const before = std::getenv("TMPDIR");
  const std::string was = before ? before : "/tmp";
  const KernelFile file = first_kernels();
  const std::vector<ops::Problem> problems{one_byte()};
  LaunchOptions options;
  options.program = ProgramFrom::Spirv;
  for (const char* folder : {"/proc", "/nowhere"}) {
    ::setenv("TMPDIR", folder, 1);
    const BatchOutcome& outcome = test_launcher().launch(file, file.variants[0], problems, options);
    EXPECT_TRUE(outcome.failure) << folder;
    EXPECT_TRUE(outcome.lacking.starts_with("SPIR-V")) << folder << ": " << outcome.lacking;
  }
  ::setenv("TMPDIR", was.c_str(), 1);
}

TEST(Launch, has_no_more_cases_than_constant_memory_has_room_for) {
  const KernelFile file = first_kernels();
  LaunchOptions options;
  EXPECT_GT(test_launcher().most_cases(file, options), std::size_t{1} << 40);
  options.case_space = CaseSpace::Constant;
  const std::size_t most = test_launcher().most_cases(file, options);
  const DeviceInfo& device = test_launcher().device().info();
  EXPECT_GT(most, 0u);
  EXPECT_LT(most, device.max_constant);
  options.offset = 3;
  EXPECT_EQ(test_launcher().most_cases(file, options), most - 3);
}

}  // namespace
}  // namespace assay::opencl::testing
