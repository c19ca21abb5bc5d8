// Words from outside are shown as words: no terminal, no log of CI and no page obeys them.
#include <gtest/gtest.h>

#include <sstream>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

const std::string kEvil = "x\x1b[31m\n::error file=a::b\n ##[error]<script>alert(1)</script>|`";

/// Expects that text for people has no control character and no command of GitHub's log.
void expect_harmless(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    for (const char c : line) EXPECT_GE(static_cast<unsigned char>(c), ' ') << line;
    const std::size_t first = line.find_first_not_of(' ');
    EXPECT_FALSE(first != line.npos && line.compare(first, 2, "::") == 0) << line;
    EXPECT_EQ(line.find("##["), line.npos) << line;
  }
}

TEST(OutsideWords, of_folders_waivers_and_cases_do_no_harm_in_any_output) {
  const TestFolder folder;
  const fs::path evil = folder.path / "evil\x1b[31m\n::error::\n##[error]|`<b>";
  fs::create_directory(evil);
  fs::copy(fs::path(faulty_kernels()) / "gather.cl", evil / "gather.cl");
  const Json waivers = {{"format", 1},
                        {"waivers",
                         {{{"id", kEvil},
                           {"case", "gather:*seed=999999*"},
                           {"owner", "me"},
                           {"reason", kEvil},
                           {"expires", "2999-12-31"}}}}};
  const std::string list = folder.file("waivers.json", waivers.dump());
  const std::string out = (evil / "out").string(), markdown = (folder.path / "report.md").string();
  const Ran ran = assay({"run", "--cases", "300", "--operator", "gather", "--plain", "--kernels",
                         evil.string(), "--waivers", list, "--out", out, "--markdown", markdown});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("Waiver"), std::string::npos) << ran.out;
  expect_harmless(ran.out);
  const std::string report = text_of(markdown);
  for (const char c : report)
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ') << report;
  EXPECT_EQ(report.find("<script>"), std::string::npos);
  // A message about a file has its name.
  for (const Ran& refused : {assay({"report", (evil / "none").string(), "--junit", "x"}),
                             assay({"check", evil.string() + "/none.case.json"}),
                             assay({"merge", (evil / "none").string()}), assay({"check", kEvil})}) {
    EXPECT_EQ(refused.code, 2);
    expect_harmless(refused.err);
  }
}

}  // namespace
}  // namespace assay::cmd::testing
