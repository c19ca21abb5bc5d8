// Builds and runs exported programs: with a sound driver they pass, with a faulty one they fail.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

#include "testing/cmd/program.h"
#include "testing/places.h"
#include "testing/specs/some_specs.h"

namespace assay::cmd::testing {
namespace {

const std::string kScan =
    "cumulative_summation:level=5_0:InputTensor=FLOAT32.100:OutputTensor=FLOAT32.100:Axis=0:"
    "AxisDirection=INCREASING:HasExclusiveSum=false";
const std::string kLongGather =
    "gather:level=4_1:InputTensor=FLOAT32.40:IndicesTensor=UINT32.70:OutputTensor=FLOAT32.70:"
    "Axis=0:IndexDimensions=1";
const std::string kNonzeros =
    "nonzero_coordinates:level=6_4:InputTensor=FLOAT32.7x5:OutputCountTensor=UINT32.1:"
    "OutputCoordinatesTensor=UINT32.35x2";
const std::string kSlice =
    "slice1:level=4_1:InputTensor=FLOAT64.47:OutputTensor=FLOAT64.33:DimensionCount=1:"
    "InputWindowOffsets=14:InputWindowSizes=33:InputWindowStrides=1";

/// A program that is exported and compiled.
class Exported {
 public:
  Exported(const std::vector<std::string>& cases, const Surroundings& surroundings = {})
      : Exported(cases, surroundings, 0) {}
  Exported(const std::vector<std::string>& cases, const Surroundings& surroundings, int code) {
    std::vector<std::string> words{"export", "--out", out().string()};
    words.insert(words.end(), cases.begin(), cases.end());
    const Ran ran = assay(words, surroundings);
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_EQ(ran.err, "");
    const std::string build = "cc -std=c11 -Wall -Wextra -Werror -o " + program() + " " +
                              (out() / "reproduce.c").string() + " -lOpenCL";
    EXPECT_EQ(std::system(build.c_str()), 0) << build;
  }

  /// Runs the program and gives its exit code, as a shell gives it. `printed` is its output.
  int run(const std::string& fault = {}, const std::string& arguments = {}) {
    const std::string faulty =
        "OPENCL_LAYERS=" + fault_layer().string() + " ASSAY_FAULT=" + fault + " ";
    const std::string text = (folder_.path / "text").string();
    const std::string command = "POCL_CACHE_DIR=" + pocl_cache().string() + " " +
                                (fault.empty() ? "" : faulty) + program() + " " + arguments +
                                " > " + text + " 2>&1";
    const int status = std::system(("{ " + command + "; } 2> /dev/null").c_str());
    printed = text_of(text);
    return WEXITSTATUS(status);
  }

  std::string c() const { return text_of(out() / "reproduce.c"); }
  std::string readme() const { return text_of(out() / "README.md"); }
  std::string printed;

 private:
  std::filesystem::path out() const { return folder_.path / "out"; }
  std::string program() const { return (folder_.path / "program").string(); }

  TestFolder folder_;
};

TEST(Export, passes_on_a_sound_driver_by_any_route) {
  // A drawn case of each of some operators is exported, so that data types and routes vary. Under
  // the probe the program shows a known fault of PoCL, which a run does not judge.
  const specs::Catalogue catalogue;
  std::uint64_t seed = specs::testing::test_seed();
  for (const specs::Spec* spec : specs::testing::some_specs(catalogue)) {
    const TestFolder folder;
    EXPECT_EQ(assay({"run", "--operator", spec->name(), "--cases", "1", "--seed",
                     std::to_string(++seed), "--max-elements", "512", "--without-route",
                     "probe=scalars", "--out", (folder.path / "out").string()})
                  .code,
              0);
    std::istringstream results(text_of(folder.path / "out" / "results.csv"));
    std::string head, line;
    ASSERT_TRUE(std::getline(results, head) && std::getline(results, line)) << spec->name();
    Exported exported({line.substr(0, line.find(','))});
    EXPECT_EQ(exported.run(), 0) << line << "\n" << exported.printed;
  }
}

TEST(Export, fails_under_the_fault_that_its_route_shows) {
  const std::vector<std::pair<std::string, std::string>> kShown{
      {"barrier-lost", kScan + "@variant=scan"},
      {"binary-refused", kNonzeros + "@variant=compact:program=binary"},
      {"argument-truncated", kScan + "@variant=serial:cases=value"},
      {"read-unordered", kScan + "@variant=scan:queue=outoforder"},
      {"profile-refused", kScan + "@variant=scan:queue=profiling"},
      {"profile-reversed", kScan + "@variant=scan:queue=profiling"},
      {"launch-status", kScan + "@variant=scan:queue=several"},
      {"launch-status", kScan + "@variant=scan:queue=profiling"},
      {"event-failure-lost", kSlice + "@variant=bits:probe=calls"},
      {"svm-free-late", kSlice + "@variant=bits:probe=calls"},
      {"use-host-map", kSlice + "@variant=bits:memory=usehost"},
      {"use-host-map", kSlice + "@variant=bits:memory=pageend:pieces=3"},
      {"rect-pitch", kSlice + "@variant=bits:memory=rect:pieces=2"},
      {"offset-lost", kNonzeros + "@variant=compact:offset=2"},
      {"byte-store-wide", kSlice + "@variant=bits"},
      {"poison-read", kSlice + "@variant=bits:poison=differential"},
      {"launch-hundredth", kSlice + "@variant=bits:repeat=100"},
      {"svm-refused", kSlice + "@variant=bits:memory=svm:pieces=3"},
      {"svm-copy-tail", kSlice + "@variant=bits:memory=svmcopy:pieces=3:queue=several"},
      {"image-narrow", kImages + ":cases=value:queue=profiling"},
      {"image-to-start", kImages + ":memory=svm:queue=several"},
      {"image-to-start", kImages + ":memory=subbuffer"},
      {"write-wrapped", kSlice + "@variant=bits:memory=far"},
      {"write-wrapped", kImages + ":memory=far:placement=1"},
  };
  for (const auto& [fault, line] : kShown) {
    // The case needs more than 4 GiB, which not every machine has.
    if (fault == "write-wrapped" && assay({"check", line}).code == 3) continue;
    EXPECT_EQ(assay({"check", line}, with_fault(fault)).code, 1) << fault << " " << line;
    Exported exported({line});
    EXPECT_EQ(exported.run(fault), 1) << fault << " " << line << "\n" << exported.printed;
    EXPECT_NE(exported.printed.find("FAIL"), std::string::npos) << exported.printed;
    EXPECT_EQ(exported.run(), 0) << line << "\n" << exported.printed;
  }
}

TEST(Export, prints_expected_and_actual) {
  Exported exported({kGather + "@variant=bits"});
  EXPECT_EQ(exported.run("group-lost"), 0);
  Exported large({kLongGather + "@variant=bits:local=33"});
  EXPECT_EQ(large.run("odd-local"), 1);
  EXPECT_NE(large.printed.find("OutputTensor[66]: expected "), std::string::npos) << large.printed;
  EXPECT_NE(large.printed.find(", actual "), std::string::npos);
  EXPECT_EQ(large.printed.find("OutputTensor[65]"), std::string::npos) << large.printed;
  EXPECT_NE(large.printed.find("4 of 70 elements are wrong"), std::string::npos) << large.printed;
}

TEST(Export, tells_the_bug_tracker_what_was_found_and_where) {
  Exported exported({kLongGather + "@variant=bits:local=33"}, with_fault("odd-local"), 1);
  const std::string readme = exported.readme();
  for (const char* words : {"# gather: Wrong", "OutputTensor[66]: permitted ", "| Driver | ",
                            "cc reproduce.c -lOpenCL", "@variant=bits:local=33"})
    EXPECT_NE(readme.find(words), std::string::npos) << readme;
  EXPECT_NE(exported.c().find("// gather: Wrong\n"), std::string::npos);
  EXPECT_LT(exported.c().size(), 24000u);
}

TEST(Export, goes_down_with_a_driver_that_crashes_or_exits_or_refuses_in_time) {
  Exported exported({kScan + "@variant=serial"});
  EXPECT_EQ(exported.run("launch-crash", "'' 200"), 128 + SIGSEGV) << exported.printed;
  EXPECT_EQ(exported.run("finish-refused", "'' 200"), 1);
  EXPECT_NE(exported.printed.find("clFinish gave -5"), std::string::npos) << exported.printed;
  EXPECT_EQ(exported.run("kernel-kept", "'' 200"), 1) << exported.printed;
  EXPECT_EQ(exported.run("", "'' 200"), 0) << exported.printed;
}

TEST(Export, sees_lost_reads_in_each_run) {
  for (const std::string memory : {"write", "copy", "copyrect", "subbuffer"}) {
    Exported exported({kGather + "@variant=bits:memory=" + memory});
    // A run reads four memories, and twice as often where they are copied first.
    const std::string every = memory.starts_with("copy") ? "9" : "5";
    EXPECT_EQ(
        exported.run("refused:clEnqueueReadBuffer ASSAY_FAULT_CODE=0 ASSAY_FAULT_EVERY=" + every,
                     "'' 2"),
        1)
        << memory << exported.printed;
    EXPECT_EQ(exported.run("", "'' 2"), 0) << exported.printed;
  }
}

TEST(Export, ends_a_hang_by_itself) {
  // Under the fault `launch-hang` only every 100th launch hangs, so that a single case does not. So
  // the case is run with a kernel that never ends, and exported with the verdict Hung.
  const TestFolder folder;
  const std::string sound = text_of(source_folder() / "opencl/kernels/copy_each.clh");
  folder.file("copy_each.clh", with(sound, "const size_t i = get_global_id(0);",
                                    "volatile uint forever = 1; while (forever) {}\n"
                                    "  const size_t i = get_global_id(0);"));
  Exported exported({kGather + "@variant=bits", "--kernels", folder.path.string(), "--timeout", "5",
                     "--build-timeout", "5"},
                    {}, 1);
  EXPECT_NE(exported.readme().find("gather: Hung"), std::string::npos);
  EXPECT_EQ(exported.run(), 1);
  EXPECT_NE(exported.printed.find("FAIL: no end"), std::string::npos) << exported.printed;
}

TEST(Export, takes_a_batch) {
  const std::string route = "@variant=bits:queue=several:offset=1";
  Exported exported(
      {"--batch", kGather + ":seed=1" + route, kGather + ":seed=2" + route, kLongGather + route});
  EXPECT_EQ(exported.run(), 0) << exported.printed;
  EXPECT_EQ(exported.run("group-lost"), 1) << exported.printed;
}

TEST(Export, chooses_the_device_by_name) {
  Exported exported({kGather});
  EXPECT_EQ(exported.run("", "pthread"), 0) << exported.printed;
  EXPECT_EQ(exported.run("", "--help"), 0);
  EXPECT_NE(exported.printed.find("[DEVICE [RUNS]]"), std::string::npos) << exported.printed;
  EXPECT_EQ(exported.run("", "nosuch"), 2);
  EXPECT_EQ(exported.printed, "no OpenCL device named nosuch\n");
}

TEST(Export, refuses_what_it_cannot_export) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  expect_complaint(assay({"export", kGather}), "--out");
  expect_complaint(assay({"export", "--out", out, kGather, kGather}), "--batch");
  expect_complaint(assay({"export", "--out", out, "--batch", kGather, kGather}), "variant");
  expect_complaint(assay({"export", "--out", out, with(kGather, "Axis=0", "Axis=1")}), "not valid");
  expect_complaint(assay({"export", "--out", folder.file("file", "") + "/out", kGather}), "file");
  // No device has such a local size.
  const std::string skipped = kGather + "@variant=bits:local=65536";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{skipped}, {"--batch", skipped, skipped}}) {
    std::vector<std::string> all{"export", "--out", out};
    all.insert(all.end(), words.begin(), words.end());
    expect_complaint(assay(all), "not for this device");
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace assay::cmd::testing
