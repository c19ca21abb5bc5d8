// A driver that refuses a call of OpenCL has not been tested by what needed that call. So nothing
// in which a call was refused ends with exit code 0.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

constexpr std::string_view kCalls[] = {
#define ASSAY_CALL(name) #name,
#include "opencl/layer/refusable_calls.def"
#undef ASSAY_CALL
};

/// Cases whose routes make every call that a launch can make, as the input of `assay check`.
std::string cases_of_launches() {
  std::string lines;
  for (const char* route :
       {"", ":memory=map", ":memory=copy", ":memory=usehost", ":memory=subbuffer", ":memory=rect",
        ":memory=copyrect", ":memory=svm", ":memory=svmcopy", ":queue=outoforder", ":queue=several",
        ":queue=profiling", ":program=binary", ":program=spirv", ":cases=value:offset=2",
        ":probe=scalars", ":repeat=3"})
    lines += kGather + "@variant=bits" + route + "\n";
  return lines + kImages + "\n";
}

/// The same, and the calls that no launch makes.
std::string cases_of_every_call() {
  return cases_of_launches() + kGather + "@variant=bits:probe=calls\n";
}

/// Runs a command under a driver that refuses every n-th call of this name. Expects that it does
/// not succeed where a call was refused, and gives whether one was.
bool is_told(std::string_view call, unsigned every, const std::vector<std::string>& command,
             const char* code = "-5", const std::string& input = cases_of_every_call()) {
  const TestFolder folder;
  const std::filesystem::path met = folder.path / "met";
  Surroundings around = with_refused_calls(std::string(call), std::to_string(every), code);
  around.environment.emplace_back("ASSAY_FAULT_MET", met.string());
  around.input = input;
  const Ran ran = assay(command, around);
  if (!std::filesystem::exists(met)) return false;
  EXPECT_NE(ran.code, 0) << call << ", every " << every << "\n" << ran.out << ran.err;
  return true;
}

/// A test of a part of the calls, so that several parts can run at the same time.
class RefusedCalls : public ::testing::TestWithParam<std::size_t> {};
constexpr std::size_t kParts = 4;

TEST_P(RefusedCalls, never_end_in_success) {
  const std::vector<std::string> check{"check", "-", "--timeout", "2"};
  // It takes minutes to look into all refusals of a call that each launch makes.
  const std::vector<std::string> run{"run",    "--plain",   "--cases", "300",      "--operator",
                                     "gather", "--timeout", "2",       "--budget", "10s"};
  for (std::size_t i = GetParam(); i < std::size(kCalls); i += kParts) {
    // Where events are never kept or never set, each launch waits until its time limit.
    const bool hangs = kCalls[i] == "clRetainEvent" || kCalls[i] == "clSetUserEventStatus";
    const bool met = is_told(kCalls[i], hangs ? 2 : 1, check);
    // Not every device knows SPIR-V.
    EXPECT_TRUE(met || kCalls[i] == "clCreateProgramWithIL") << kCalls[i];
    is_told(kCalls[i], 3, check);
    is_told(kCalls[i], 20, run);
  }
}

TEST(ConstantMemory, that_has_room_for_no_case_is_told_as_not_tested) {
  const Ran ran =
      assay({"check", kGather + "@variant=bits:cases=constant"}, with_fault("constant-room:100"));
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_TRUE(ran.out.starts_with("Skip  ")) << ran.out;
}

/// Nine cases in constant memory, a line each.
const std::string kNineConstant = [] {
  std::string lines;
  for (int seed = 1; seed <= 9; ++seed)
    lines +=
        "gather:level=4_1:InputTensor=UINT32.7:IndicesTensor=UINT32.7:OutputTensor=UINT32.7:"
        "Axis=0:IndexDimensions=1:seed=" +
        std::to_string(seed) + "@variant=bits:cases=constant\n";
  return lines;
}();

TEST(ConstantMemory, that_has_room_for_few_cases_is_tested_by_several_launches) {
  for (const auto& [faults, code] :
       {std::pair{"constant-room:2500", 0}, std::pair{"constant-room:2500,constant-wrong", 1}}) {
    Surroundings around = with_fault(faults);
    around.input = kNineConstant;
    const Ran ran = assay({"check", "--batch", "-"}, around);
    EXPECT_EQ(ran.code, code) << faults << "\n" << ran.out;
  }
}

TEST(ConstantMemory, whose_second_launch_is_refused_leaves_what_the_first_gave) {
  // Two launches run the nine cases.
  Surroundings around = with_fault("constant-room:2500,refused:clEnqueueNDRangeKernel", "2");
  around.input = kNineConstant;
  const Ran ran = assay({"check", "--batch", "-"}, around);
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_NE(ran.out.find("Pass  "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("Refused  "), std::string::npos) << ran.out;
}

TEST(DifferentialPoison, whose_second_launch_is_refused_leaves_what_the_first_gave) {
  // The first launch loses item 5 of the cases in constant memory; the second one is refused.
  Surroundings around = with_fault("constant-wrong,refused:clEnqueueNDRangeKernel", "2");
  for (const char* size : {"1", "7", "7"})
    around.input += "gather:level=4_1:InputTensor=UINT32.7:IndicesTensor=UINT32." +
                    std::string(size) + ":OutputTensor=UINT32." + size +
                    ":Axis=0:IndexDimensions=1@variant=bits:poison=differential:cases=constant\n";
  const Ran ran = assay({"check", "--batch", "-"}, around);
  EXPECT_EQ(ran.code, 1) << ran.out;
  EXPECT_TRUE(ran.out.starts_with("Refused")) << ran.out;
  EXPECT_NE(ran.out.find("\nWrong"), std::string::npos) << ran.out;
}

TEST(LocalSize, that_was_not_had_is_not_covered) {
  const TestFolder folder;
  const auto covered = [&](const char* fault) {
    const Ran ran = assay(
        {"run", "--operator", "gather", "--cases", "300", "--out", (folder.path / fault).string()},
        with_fault(fault));
    EXPECT_EQ(ran.code, 0) << ran.err;
    const Json run = Json::parse(text_of(folder.path / fault / "run.json"));
    return run.at("coverage").at("pairs").at("reached").get<int>();
  };
  EXPECT_LT(covered("group-items:1"), covered("group-items:4096"));
}

TEST(FarMemory, that_is_wanting_is_told_as_not_tested) {
  const std::string line = kGather + "@variant=bits:memory=far";
  const auto lacking = [](const std::string& calls, const std::string& every) {
    return with_refused_calls(calls, every, "-4");
  };
  for (const char* call : {"clCreateBuffer", "clEnqueueNDRangeKernel"}) {
    const Ran ran = assay({"check", line}, lacking(call, "1"));
    EXPECT_EQ(ran.code, 3) << ran.out;
    EXPECT_TRUE(ran.out.starts_with("Skip  ")) << ran.out;
  }
  // The second launch, with other poison, lacks memory.
  EXPECT_EQ(
      assay({"check", line + ":poison=differential"}, lacking("clEnqueueNDRangeKernel", "2")).code,
      3);
  // What is refused behind such a batch is no want of far memory.
  const Ran both =
      assay({"check", line, kGatherBytes}, lacking("clCreateBuffer,refused:clBuildProgram", "2"));
  EXPECT_EQ(both.code, 1) << both.out;
  // No memory is left for a command either.
  EXPECT_EQ(
      assay({"check", line}, lacking("clEnqueueWriteBuffer,refused:clEnqueueFillBuffer", "1")).code,
      3);
}

TEST(Kernels, that_the_driver_does_not_know_are_its_fault_and_not_the_kernel_files) {
  const Ran ran = assay({"check", kGatherBytes}, with_refused_calls("clCreateKernel", "1", "-46"));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("clCreateKernel gave CL_INVALID_KERNEL_NAME"), std::string::npos)
      << ran.out;
}

TEST(Questions, that_succeed_without_an_answer_never_end_in_success) {
  // A driver that does not tell who it is would be asked for what it is known to hang at.
  for (const char* call : {"clGetDeviceInfo", "clGetPlatformInfo", "clGetProgramInfo",
                           "clGetKernelInfo", "clGetKernelArgInfo", "clGetKernelWorkGroupInfo",
                           "clGetEventInfo", "clGetEventProfilingInfo"})
    for (const unsigned every : {1, 2, 3, 7, 10, 16})
      is_told(call, every, {"check", "-"}, "0", cases_of_launches());
}

INSTANTIATE_TEST_SUITE_P(Every, RefusedCalls, ::testing::Range(std::size_t{0}, kParts));

}  // namespace
}  // namespace assay::cmd::testing
