// Tests the reports that the command line asks for.
#include <gtest/gtest.h>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

struct Files {
  explicit Files(const TestFolder& folder, const std::string& prefix) {
    for (const char* kind : {"html", "junit", "sarif", "markdown"}) {
      paths.push_back((folder.path / (prefix + kind)).string());
      options.insert(options.end(), {std::string("--") + kind, paths.back()});
    }
  }
  std::vector<std::string> options, paths;
};

std::vector<std::string> words(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(Report, says_of_a_run_on_disk_what_the_run_says_itself) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  const Files by_run(folder, "run-"), by_report(folder, "report-");
  const std::vector<std::string> run{"run",       "--operator",     "gather", "--cases", "800",
                                     "--kernels", faulty_kernels(), "--out",  out};
  EXPECT_EQ(assay(words(run, by_run.options)).code, 1);
  const Ran ran = assay(words({"report", out}, by_report.options));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out + ran.err, "");
  for (std::size_t i = 0; i < by_run.paths.size(); ++i) {
    const std::string text = text_of(by_run.paths[i]);
    EXPECT_EQ(text, text_of(by_report.paths[i]));
    EXPECT_NE(text.find("assay check --device "), text.npos) << by_run.paths[i];
  }
}

TEST(Explain, tells_what_the_failing_cases_of_a_run_have_in_common) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  const Ran run = assay({"run", "--operator", "gather", "--cases", "800", "--plain", "--kernels",
                         faulty_kernels(), "--out", out});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.out.find("with negative indices"), std::string::npos) << run.out;
  const Ran told = assay({"explain", out});
  EXPECT_EQ(told.code, 1);
  EXPECT_TRUE(told.out.starts_with("Finding 1 (")) << told.out;
  EXPECT_NE(told.out.find("with negative indices"), std::string::npos) << told.out;
  EXPECT_EQ(told.lines().back(), run.lines().back());
  const Json kept = Json::parse(text_of(std::filesystem::path(out) / "run.json"));
  for (const Json& finding : kept.at("findings")) {
    std::string text = finding.at("sentence").get<std::string>() + "\n";
    for (const Json& line : finding.at("examples")) text += "  " + line.get<std::string>() + "\n";
    EXPECT_NE(told.out.find(text + "\n"), std::string::npos) << told.out << text;
  }
  expect_complaint(assay({"explain", "/nonexistent"}), "/nonexistent");
}

TEST(Report, shows_three_cases_of_a_finding_with_inputs_and_says_once_what_the_operator_does) {
  const TestFolder folder;
  const Ran run = assay(
      {"run", "--operator", "gather", "--cases", "1500", "--plain", "--kernels", faulty_kernels()});
  ASSERT_EQ(run.code, 1) << run.err;
  const auto count = [](const std::string& text, const std::string& of) {
    std::size_t n = 0;
    for (std::size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++n;
    return n;
  };
  const std::size_t begin = run.out.find("\nFinding 1 (");
  ASSERT_NE(begin, std::string::npos) << run.out;
  const std::string live = run.out.substr(0, begin);
  const std::string finding = run.out.substr(begin, run.out.find("\n\n", begin) - begin);
  EXPECT_EQ(count(live, "\n  Gathers elements"), 1u) << run.out;
  EXPECT_EQ(count(run.out, "\n  Gathers elements"), 1u) << run.out;
  // Each of the three variants is told of three times.
  EXPECT_LE(count(live, "\n  reproduce: "), 9u) << run.out;
  const std::size_t examples = count(finding, "\n  - InputTensor = [");
  EXPECT_TRUE(examples >= 1 && examples <= 3) << finding;
  EXPECT_EQ(count(finding, ": permitted "), examples) << finding;
  EXPECT_EQ(count(finding,
                  std::string("\n    reproduce: ") + assay::testing::built_program() + " check "),
            examples)
      << finding;
  EXPECT_EQ(count(finding, " --kernels "), examples) << finding;
}

TEST(Explain, tells_what_a_failing_case_has_in_common_with_others) {
  const std::string failing =
      "gather:level=4_1:InputTensor=UINT8.4:IndicesTensor=INT64.4:OutputTensor=UINT8.4:Axis=0:"
      "IndexDimensions=1:indices=negative:seed=7@variant=bits";
  const Ran told = assay({"explain", "--kernels", faulty_kernels(), failing});
  EXPECT_EQ(told.code, 1) << told.err;
  EXPECT_TRUE(told.out.starts_with("Wrong  " + failing + "\n")) << told.out;
  EXPECT_NE(told.out.find("\n  InputTensor = ["), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("with negative indices"), std::string::npos) << told.out;
  const Ran passing = assay({"explain", failing});
  EXPECT_EQ(passing.code, 0) << passing.err;
  EXPECT_NE(passing.out.find("There is nothing to explain."), std::string::npos) << passing.out;
}

TEST(Report, of_a_run_that_is_not_kept_has_all_cases) {
  const TestFolder folder;
  const Files files(folder, "");
  EXPECT_EQ(assay(words({"run", "--cases", "200", "--operator", "slice1"}, files.options)).code, 0);
  EXPECT_NE(text_of(folder.path / "junit")
                .find("<testsuites name=\"assay\" tests=\"200\" failures=\"0\""),
            std::string::npos);
  EXPECT_NE(text_of(folder.path / "markdown").find("No divergence in 200 cases."),
            std::string::npos);
}

TEST(Report, goes_where_a_shell_says) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string(), tests = (folder.path / "tests").string();
  EXPECT_EQ(assay({"run", "--cases", "40", "--operator", "slice1", "--out", out}).code, 0);
  const Ran ran = assay({"report", out, "--markdown", "/dev/stdout"});
  EXPECT_TRUE(ran.out.starts_with("## assay: No divergence in 40 cases.")) << ran.out << ran.err;
  // The shell does not wait for the command that reads the pipe, so the test waits for its file.
  const std::string command = "bash -c '" + std::string(assay::testing::built_program()) +
                              " report " + out + " --junit >(grep -c \"<testcase\" > " + tests +
                              "; echo >> " + tests + ".done) && while [ ! -e " + tests +
                              ".done ]; do sleep 0.05; done'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(text_of(tests), "40\n");
}

TEST(Report, complains_of_what_cannot_be_written_before_anything_runs) {
  const TestFolder folder;
  const std::string file = folder.file("file", ""), out = (folder.path / "out").string();
  expect_complaint(assay({"report", out}), "say which");
  expect_complaint(assay({"report", out, "--html", file}), "holds no run");
  folder.file("odd/run.json", of_this_format("{{\"format\": {}}}"));
  seal_again(folder.path / "odd");
  folder.file("odd/failures.jsonl", "");
  for (const char* option : {"--html", "--sarif", "--markdown"})
    expect_complaint(assay({"report", (folder.path / "odd").string(), option, file}),
                     "odd/run.json: \"assay\" is missing");
  expect_complaint(assay({"report"}), "DIR");
  for (const char* option : {"--html", "--junit", "--sarif", "--markdown"}) {
    expect_complaint(assay({"run", "--out", out, option, file + "/x"}), file + "/x");
    expect_complaint(assay({"run", "--out", out, option, folder.path.string()}), "is a folder");
  }
  expect_complaint(assay({"run", "--out", out, "--html", file, "--junit", file}),
                   "another report goes there");
  EXPECT_FALSE(std::filesystem::exists(out));
}

}  // namespace
}  // namespace assay::cmd::testing
