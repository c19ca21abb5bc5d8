// The harness against the fault layer: every fault is found and a sound driver is left in peace;
// and for each check there is a fault whose every sign is that check's alone, so that a harness
// without the check misses it.
#include "conformance/selftest.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace assay::conformance {
namespace {

const std::filesystem::path kProgram = ASSAY_PROGRAM;
const std::filesystem::path kLayer = kProgram.parent_path() / "libassay_faults.so";

TEST(Selftest, finds_every_fault_and_nothing_without_one) {
  SelftestOptions options;
  options.program = kProgram;
  options.layer = kLayer;
  options.budget = 120;
  options.sound_cases = 60000;
  const SelftestResult result = run_selftest(options);
  EXPECT_GE(result.trials.size(), 30u);
  for (const Trial& t : result.trials)
    EXPECT_TRUE(t.found || !t.lacks.empty()) << t.fault << " " << t.what;
  ASSERT_TRUE(result.sound);
  EXPECT_FALSE(result.sound->found) << result.sound->what;
  EXPECT_EQ(result.sound->what, "");
}

/// The failures that a campaign under a fault records.
std::vector<specs::Json> failures_under(const std::string& fault, int cases) {
  std::string name = (std::filesystem::temp_directory_path() / "assay-fault-XXXXXX").string();
  EXPECT_NE(mkdtemp(name.data()), nullptr);
  const std::filesystem::path folder = name;
  // gather and slice1 launch one kernel, so that a fault has no later launch to show itself in.
  const std::string command = "OPENCL_LAYERS='" + kLayer.string() + "' ASSAY_FAULT=" + fault +
                              " '" + kProgram.string() + "' run --operator gather,slice1 --cases " +
                              std::to_string(cases) + " --out '" + (folder / "run").string() +
                              "' >'" + (folder / "log").string() + "' 2>&1";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << fault;
  std::vector<specs::Json> failures;
  std::ifstream file(folder / "run" / "failures.jsonl");
  for (std::string line; std::getline(file, line);) failures.push_back(specs::Json::parse(line));
  std::filesystem::remove_all(folder);
  EXPECT_FALSE(failures.empty()) << fault;
  return failures;
}

/// The answer is right, and bytes changed of which one says `what`.
bool is_stray_alone(const specs::Json& failure, const std::string& what) {
  const specs::Json& found = failure.at("found");
  return found.at("verdict") == "Stray" && !found.contains("wrong") &&
         found.at("stray").at("what").get<std::string>().starts_with(what);
}

bool has_field(const specs::Json& failure, const std::string& field) {
  return failure.at("case").get<std::string>().find(field) != std::string::npos;
}

TEST(WithoutGuards, a_byte_too_far_would_be_missed) {
  for (const auto& failure : failures_under("byte-store-wide", 3000))
    EXPECT_TRUE(is_stray_alone(failure, "guard after")) << failure.dump();
}

TEST(WithoutTheInputCheck, changed_inputs_would_be_missed) {
  std::size_t inputs = 0;
  for (const auto& failure : failures_under("input-written", 3000)) {
    EXPECT_FALSE(failure.at("found").contains("wrong")) << failure.dump();
    inputs += is_stray_alone(failure, "input changed") || is_stray_alone(failure, "descriptor");
  }
  EXPECT_GT(inputs, 0u);
}

TEST(WithoutSpecialFills, a_lost_minus_zero_would_be_missed) {
  for (const auto& failure : failures_under("minus-zero-lost", 12000))
    EXPECT_TRUE(has_field(failure, "fill=special") || has_field(failure, "fill=zeros"))
        << failure.dump();
}

TEST(WithoutThePoisonDifferential, a_read_out_of_bounds_would_be_taken_for_a_wrong_answer) {
  std::size_t reads = 0;
  for (const auto& failure : failures_under("poison-read", 12000)) {
    if (!is_stray_alone(failure, "read of poison")) continue;
    ++reads;
    EXPECT_TRUE(has_field(failure, "poison=differential"));
  }
  EXPECT_GT(reads, 0u);
}

TEST(WithoutARoute, its_faults_would_be_missed) {
  for (const auto& [fault, field] :
       std::vector<std::pair<std::string, std::string>>{{"sub-origin", "memory=subbuffer"},
                                                        {"copy-tail", "memory=copy"},
                                                        {"map-offset", "pieces="},
                                                        {"use-host-copy", "memory=usehost"},
                                                        {"copy-host-short", "memory=copyhost"},
                                                        {"svm-unmap-lost", "memory=svm"},
                                                        {"svm-copy-tail", "memory=svmcopy"}})
    for (const auto& failure : failures_under(fault, 3000))
      EXPECT_TRUE(has_field(failure, field)) << fault << " " << failure.dump();
}

}  // namespace
}  // namespace assay::conformance
