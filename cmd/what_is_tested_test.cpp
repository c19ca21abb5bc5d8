// What chooses the things that are tested, and is mistyped, empty or missing, is an error. Nothing
// else is tested in its place.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

TEST(WhatIsTested, are_the_kernels_of_the_users_folder_by_their_names) {
  const TestFolder folder;
  const std::string sound = text_of(fs::path(ASSAY_SOURCE_DIR) / "opencl/kernels/gather.cl");
  const std::string kernels = (folder.path / "kernels").string();
  const auto expect = [&](const std::string& words) {
    for (const char* command : {"check", "shrink"})
      expect_complaint(assay({command, "--kernels", kernels, kGather}), words);
    expect_complaint(assay({"run", "--cases", "5", "--kernels", kernels}), words);
    expect_complaint(
        assay({"export", "--out", (folder.path / "out").string(), "--kernels", kernels, kGather}),
        words);
    expect_complaint(assay({"bench", "throughput", "--cases", "5", "--kernels", kernels}), words);
    expect_complaint(assay({"bench", "kernels", "--kernels", kernels, kGather}), words);
  };
  expect("no such folder");
  const std::string mistyped = folder.file("kernels/gathr.cl", sound);
  expect("kernels/gathr.cl: there is no operator \"gathr\"; the nearest is \"gather\"");
  fs::remove(mistyped);
  expect("holds no OPERATOR.cl");
  folder.file("kernels/README.md", "");
  expect("holds no OPERATOR.cl");
  const std::string other = folder.file("kernels/gather.cl.txt", sound);
  expect("gather.cl.txt: kernels of gather are in a file gather.cl");
  fs::remove(other);
  fs::create_directory(folder.path / "kernels/gather.cl");
  expect("kernels/gather.cl: cannot be read");
}

TEST(WhatIsTested, is_named_by_each_report_where_kernels_are_the_users) {
  const TestFolder folder;
  const std::string sound = text_of(fs::path(ASSAY_SOURCE_DIR) / "opencl/kernels/gather.cl");
  const std::string file = folder.file("kernels/gather.cl", sound);
  const std::string out = (folder.path / "out").string(), page = (folder.path / "page").string(),
                    markdown = (folder.path / "markdown").string();
  const Ran ran = assay({"run", "--cases", "60", "--operator", "gather,slice1", "--plain",
                         "--kernels", (folder.path / "kernels").string(), "--out", out, "--html",
                         page, "--markdown", markdown});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\nKernels  " + file + "; of 1 other operator built in\n"),
            std::string::npos)
      << ran.out;
  const Json run = Json::parse(text_of(fs::path(out) / "run.json"));
  EXPECT_EQ(run["operators"]["gather"]["kernels"], file);
  EXPECT_NE(run["operators"]["slice1"]["kernels"], file);
  EXPECT_NE(text_of(page).find("\"kernels\":\"" + file + "\""), std::string::npos);
  EXPECT_NE(text_of(markdown).find("Kernels: "), std::string::npos);
}

TEST(WhatIsTested, are_the_specs_of_the_users_folder_as_far_as_they_can_be_computed) {
  const TestFolder folder;
  const std::string specs = (folder.path / "specs").string();
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}), "specs: ");
  const std::string sound = text_of(fs::path(ASSAY_SOURCE_DIR) / "specs/operators/gather.json");
  const std::string mistyped = folder.file(
      "specs/gathr.json", with(sound, "\"operator\": \"gather\"", "\"operator\": \"gathr\""));
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}),
                   "gathr.json: there is no operator \"gathr\"; the nearest is \"gather\"");
  expect_complaint(
      assay({"--specs", specs, "check", "-"}, {"gathr" + kGather.substr(6) + "\n", {}, {}}),
      "the nearest is \"gather\"");
  fs::remove(mistyped);
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}), "holds no spec");
}

TEST(WhatIsTested, is_not_chosen_by_options_without_a_value) {
  for (const char* option : {"--device", "--operator", "--level", "--plan", "--kernels",
                             "--backend", "--shard", "--budget"}) {
    SCOPED_TRACE(option);
    EXPECT_EQ(assay({"run", "--cases", "5", option, ""}).code, 2);
  }
  for (const char* option : {"--device", "--kernels", "--backend"})
    EXPECT_EQ(assay({"check", option, "", kGather}).code, 2) << option;
  expect_complaint(assay({"run", "--cases", "5", "--operator", "gathr"}),
                   "no such operator; the nearest is \"gather\"");
}

TEST(WhatIsTested, is_nothing_where_the_drivers_folder_is_mistyped_or_empty) {
  const TestFolder folder;
  for (const std::string& vendors : {std::string("/nonexistent"), folder.path.string()})
    expect_complaint(assay({"run", "--cases", "5"}, {"", {{"OCL_ICD_VENDORS", vendors}}, {}}),
                     "no OpenCL device");
}

TEST(WhatIsTested, is_nothing_where_pocls_cache_cannot_be_written_and_that_is_the_reason_told) {
  const TestFolder folder;
  const std::string cache = folder.file("file", "") + "/cache";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", "--cases", "5"}, {"check", kGather}, {"devices"}}) {
    const Ran ran = assay(words, {"", {{"POCL_CACHE_DIR", cache}}, {}});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("POCL_CACHE_DIR " + cache + " cannot be written"), std::string::npos)
        << ran.err;
  }
}

}  // namespace
}  // namespace assay::cmd::testing
