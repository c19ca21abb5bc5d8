// What chooses the things that are tested, and is mistyped, empty or missing, is an error. Nothing
// else is tested in its place.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

TEST(WhatIsTested, are_the_kernels_of_the_users_folder_by_their_names) {
  const TestFolder folder;
  const std::string sound = text_of(source_folder() / "opencl/kernels/gather.cl");
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

TEST(WhatIsTested, are_the_kernels_of_the_users_folder_for_operators_of_families_too) {
  const TestFolder folder;
  const fs::path built_in = source_folder() / "opencl/kernels";
  const std::string kernels = (folder.path / "kernels").string();
  const auto run = [&](const char* operators) {
    return assay(
        {"run", "--cases", "20", "--operator", operators, "--plain", "--kernels", kernels});
  };
  const auto file = [&](const std::string& name) {
    return (folder.path / "kernels" / name).string();
  };
  // What stands there is taken, whether it is the operator's, its family's or included.
  folder.file("kernels/element_wise_exp.cl", "no kernels");
  expect_complaint(run("element_wise_exp"), "element_wise_exp.cl:");
  folder.file("kernels/element_wise_exp.cl", text_of(built_in / "unary.cl"));
  const Ran own = run("element_wise_exp,element_wise_log");
  EXPECT_EQ(own.code, 0) << own.err;
  EXPECT_NE(
      own.out.find("\nKernels  " + file("element_wise_exp.cl") + "; of 1 other operator built"),
      std::string::npos)
      << own.out;
  folder.file("kernels/unary.cl", "no kernels");
  expect_complaint(run("element_wise_log"), "unary.cl:");
  EXPECT_EQ(run("element_wise_exp").code, 0);
  fs::remove(file("unary.cl"));
  fs::remove(file("element_wise_exp.cl"));
  folder.file("kernels/unry.cl", text_of(built_in / "unary.cl"));
  expect_complaint(run("element_wise_exp"),
                   "there is no operator \"unry\"; the nearest is \"unary\"");
  fs::remove(file("unry.cl"));
  folder.file("kernels/gather_nd.clh", "no kernels");
  expect_complaint(run("gather_nd"), "gather_nd.cl");
  folder.file("kernels/gather_nd.clh", text_of(built_in / "gather_nd.clh"));
  const Ran included = run("gather_nd");
  EXPECT_EQ(included.code, 0) << included.err;
  EXPECT_NE(included.out.find("\nKernels  " + file("gather_nd.clh") + "\n"), std::string::npos)
      << included.out;
  folder.file("kernels/gathr_nd.clh", "");
  expect_complaint(run("gather_nd"),
                   "gathr_nd.clh: no kernels include a file of that name; the nearest");
}

TEST(WhatIsTested, is_named_by_each_report_where_kernels_are_the_users) {
  const TestFolder folder;
  const std::string sound = text_of(source_folder() / "opencl/kernels/gather.cl");
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
  const std::string sound = text_of(source_folder() / "specs/operators/gather.json");
  const std::string mistyped = folder.file(
      "specs/gathr.json", with(sound, "\"operator\": \"gather\"", "\"operator\": \"gathr\""));
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}),
                   "gathr.json: there is no operator \"gathr\"; the nearest is \"gather\"");
  expect_complaint(
      assay({"--specs", specs, "check", "-"}, {"gathr" + kGather.substr(6) + "\n", {}, {}}),
      "the nearest is \"gather\"");
  fs::remove(mistyped);
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}), "holds no spec");
  folder.file("specs/slice1.json", text_of(source_folder() / "specs/operators/slice1.json"));
  const std::string stray = folder.file("specs/gather.jsn", sound);
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}),
                   "gather.jsn: the spec of gather is in a file gather.json");
  fs::remove(stray);
  fs::remove(folder.path / "specs/slice1.json");
  // Operators of families are computed, too.
  const fs::path built_in = source_folder() / "specs";
  folder.file("specs/element_wise_exp.json", text_of(built_in / "operators/element_wise_exp.json"));
  const Ran ran = assay({"--specs", specs, "run", "--cases", "5", "--plain"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  folder.file("specs/families/unry.json", text_of(built_in / "families/unary.json"));
  expect_complaint(assay({"--specs", specs, "run", "--cases", "5"}),
                   "unry.json: there is no family \"unry\"; the nearest is \"unary\"");
}

/// An option that chooses what is tested, and values that name nothing: mistyped, empty, missing.
struct Choice {
  const char* option;
  std::vector<std::string> wrong;
};

TEST(WhatIsTested, is_chosen_by_no_option_whose_value_is_mistyped_empty_or_missing) {
  const TestFolder folder;
  const std::string none = (folder.path / "none").string(), empty = folder.file("empty", "");
  const Choice choices[] = {
      {"--operator", {"gathr", "gather*", "", ",", "gather,gathr", "GATHER"}},
      {"--level", {"9_9", "4_1_", "", ",", "4_1,x"}},
      {"--plan", {"smok", "", ",", "smoke,ful", none, empty, folder.path.string()}},
      {"--skips", {none, "", folder.path.string()}},
      {"--cases", {"0", "-1", "", "1e3x", "many", "99999999999999999999"}},
      {"--budget", {"0", "-1s", "", "5x", "nan", "inf", "1s1"}},
      {"--seed", {"", "x", "-1", "1.5", "99999999999999999999"}},
      {"--max-elements", {"", "1", "x"}},
      {"--shapes", {"", "nan", "-0.1", "1.1", "x"}},
      {"--shard", {"0/2", "3/2", "1/0", "1", "", "1/2/3", "a/b", "-1/2"}},
      {"--device", {"no such device", "", "[", "pthraed"}},
      {"--kernels", {none, "", folder.path.string(), empty}},
      {"--backend", {none, "", folder.path.string(), empty}},
      {"--waivers", {none, "", folder.path.string(), empty}},
      {"--fails", {none, "", folder.path.string()}},
      {"--flakes", {none, "", folder.path.string()}},
      {"--min-coverage", {"", "nan", "-1", "101", "x"}},
      {"--resume", {none, "", folder.path.string(), empty}},
      {"--memory", {"", "-1", "0", "4X", "nan"}},
  };
  for (const Choice& choice : choices) {
    SCOPED_TRACE(choice.option);
    const std::string option = choice.option;
    for (const std::string& value : choice.wrong) {
      SCOPED_TRACE(value);
      std::vector<std::string> words{"run", option, value};
      if (option == "--skips") words.insert(words.end(), {"--plan", "smoke"});
      if (option != "--resume" && option != "--plan" && option != "--skips" &&
          option != "--cases" && option != "--budget")
        words.insert(words.end(), {"--cases", "5", "--operator", "gather"});
      if (option == "--operator" && words.size() == 7) words.resize(5);
      const Ran ran = assay(words);
      EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
      EXPECT_EQ(ran.out, "");
    }
    EXPECT_EQ(assay({"run", choice.option}).code, 2);
  }
}

TEST(WhatIsTested, is_chosen_by_no_case_that_is_mistyped_empty_or_missing) {
  const TestFolder folder;
  const std::string none = (folder.path / "none").string(), empty = folder.file("empty", ""),
                    comments = folder.file("comments.txt", "# nothing\n\n"),
                    broken = folder.file("broken.case.json", "{");
  for (const char* command : {"check", "oracle", "validate", "shrink"}) {
    SCOPED_TRACE(command);
    for (const std::string& value :
         {std::string(), none, empty, comments, broken, folder.path.string(), std::string("-"),
          "gathr" + kGather.substr(6), kGather + "@varient=bits", kGather + ":sed=1", kGather + "@",
          with(kGather, "Axis=0", "Axis=")}) {
      SCOPED_TRACE(value);
      EXPECT_EQ(assay({command, value}).code, 2);
    }
    EXPECT_EQ(assay({command}).code, 2);
  }
  expect_complaint(assay({"check", "--without", "guard", kGather}), "guard");
  for (const char* command : {"check", "shrink"})
    expect_complaint(assay({command, kGather + "@variant=bitz"}), "bitz");
  const Ran selftest = assay({"selftest", "--fault", "no-fault"});
  EXPECT_EQ(selftest.code, 2);
  EXPECT_NE(selftest.err.find("no-fault"), std::string::npos) << selftest.err;
}

TEST(WhatIsTested, is_nothing_where_the_drivers_folder_is_mistyped_or_empty) {
  const TestFolder folder;
  for (const std::string& vendors : {std::string("/nonexistent"), folder.path.string(),
                                     folder.file("no.icd", "/nonexistent/libno.so")})
    expect_complaint(assay({"run", "--cases", "5"}, {"", {{"OCL_ICD_VENDORS", vendors}}, {}}),
                     "no OpenCL device");
}

TEST(WhatIsTested, is_not_chosen_in_silence_where_one_of_two_drivers_cannot_be_loaded) {
  const TestFolder folder;
  fs::copy("/etc/OpenCL/vendors", folder.path / "vendors", fs::copy_options::recursive);
  const std::string vendors = (folder.path / "vendors").string();
  const std::string gone = folder.file("vendors/gone.icd", "/nonexistent/libgone.so\n");
  const std::string words = gone + ": cannot be loaded: /nonexistent/libgone.so";
  using Variables = std::vector<std::pair<std::string, std::string>>;
  for (const Variables& variables : {Variables{{"OCL_ICD_VENDORS", vendors}},
                                     {{"OCL_ICD_VENDORS", ""}, {"OPENCL_VENDOR_PATH", vendors}},
                                     {{"OCL_ICD_VENDORS", vendors}, {"OCL_ICD_FILENAMES", "x"}}}) {
    const Ran ran =
        assay({"run", "--cases", "5", "--operator", "gather", "--plain"}, {"", variables, {}});
    EXPECT_EQ(ran.code, 3) << ran.out;
    EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
    EXPECT_NE(ran.out.find(words), std::string::npos) << ran.out;
  }
}

// Debian's loader does not read the variable, so another driver is tested than it names.
TEST(WhatIsTested, is_not_chosen_in_silence_where_the_loader_does_not_read_a_variable) {
  const std::string words = "OCL_ICD_FILENAMES: is set, but this OpenCL loader does not read it";
  const Ran ran = assay({"run", "--cases", "5", "--operator", "gather", "--plain"},
                        {"", {{"OCL_ICD_FILENAMES", "/nonexistent.so"}}, {}});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
  EXPECT_NE(ran.out.find(words), std::string::npos) << ran.out;
}

TEST(WhatIsTested, is_not_accused_where_the_environment_has_no_PATH) {
  // Nothing is built yet in this cache, so PoCL must find its linker.
  const TestFolder cold;
  const Ran ran = assay({"run", "--cases", "5", "--operator", "gather", "--plain", "--jobs", "1"},
                        {"", {{"PATH", ""}, {"POCL_CACHE_DIR", cold.path.string()}}, {}});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

TEST(WhatIsTested, is_no_faulty_driver_where_the_layer_that_makes_faults_is_not_named) {
  const auto check = [](const std::string& layers, const std::string& every) {
    Surroundings surroundings{"", {{"OPENCL_LAYERS", layers}, {"ASSAY_FAULT", "write-tail"}}, {}};
    if (!every.empty()) surroundings.environment.emplace_back("ASSAY_FAULT_EVERY", every);
    return assay({"check", kGather}, surroundings);
  };
  expect_complaint(check("", ""), "OPENCL_LAYERS does not name libassay_faults.so");
  for (const char* every : {"abc", "-1", "0", "1.5"})
    expect_complaint(check(fault_layer().string(), every), "it refuses");
}

TEST(WhatIsTested, is_nothing_where_a_layer_that_is_named_is_not_loaded) {
  const auto run = [](const std::string& layers, const std::string& fault) {
    return assay({"run", "--cases", "5", "--operator", "gather"},
                 {"", {{"OPENCL_LAYERS", layers}, {"ASSAY_FAULT", fault}}, {}});
  };
  expect_complaint(run("/nonexistent/layer.so", "queue-order"),
                   "OPENCL_LAYERS: the layer /nonexistent/layer.so is not loaded: ");
  expect_complaint(run(fault_layer().string() + ":/nonexistent/layer.so", "size-hang"),
                   "the layer /nonexistent/layer.so is not loaded: ");
  expect_complaint(run(fault_layer().string(), "no-such-fault"), "is not loaded: it refuses");
}

TEST(WhatIsTested, is_nothing_where_pocls_cache_cannot_be_written_and_that_is_the_reason_told) {
  const TestFolder folder;
  const auto expect_told = [](const std::vector<std::string>& words, const std::string& cache) {
    const Ran ran = assay(words, {"", {{"POCL_CACHE_DIR", cache}}, {}});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("POCL_CACHE_DIR " + cache + " cannot be written"), std::string::npos)
        << ran.err;
  };
  const std::string below_a_file = folder.file("file", "") + "/cache";
  const std::vector<std::string> run{"run", "--operator", "gather", "--cases", "5"},
      check{"check", kGather};
  for (const auto& words : {run, check, {"devices"}}) expect_told(words, below_a_file);
  // PoCL has a device here, and would build no program.
  for (const auto& words : {run, check}) expect_told(words, "/dev/null");
}

TEST(WhatIsTested,
     is_not_what_stands_in_the_program_where_the_users_kernels_are_of_other_operators) {
  const TestFolder folder;
  folder.file("slice1.cl", text_of(source_folder() / "opencl/kernels/slice1.cl"));
  expect_complaint(
      assay({"run", "--operator", "gather", "--cases", "10", "--kernels", folder.path.string()}),
      "holds no kernels of the operators under test");
}

}  // namespace
}  // namespace assay::cmd::testing
