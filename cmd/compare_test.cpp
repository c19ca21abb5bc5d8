// Tests of `assay compare` on runs that were kept.
#include <gtest/gtest.h>

#include "specs/json.h"
#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

using specs::Json;

TEST(Compare, names_the_run_that_fails_alone) {
  const TestFolder folder;
  const std::string good = (folder.path / "good").string(), bad = (folder.path / "bad").string(),
                    page = (folder.path / "page.html").string();
  const std::vector<std::string> run{"run",     "--operator", "gather,tile",
                                     "--cases", "400",        "--plain"};
  std::vector<std::string> passes = run, fails = run;
  passes.insert(passes.end(), {"--out", good});
  fails.insert(fails.end(), {"--kernels", faulty_kernels(), "--out", bad});
  EXPECT_EQ(assay(passes).code, 0);
  EXPECT_EQ(assay(fails).code, 1);

  const Ran told = assay({"compare", good, bad, good, "--json", "--html", page});
  ASSERT_EQ(told.code, 0) << told.err;
  const Json side = Json::parse(told.out);
  const Json divergences = Json::parse(text_of(bad + "/run.json"))["divergences"];
  EXPECT_EQ(side["divided"].size(), divergences.get<std::size_t>());
  EXPECT_EQ(side["runs"][0]["alone"], 0);
  EXPECT_EQ(side["runs"][1]["alone"], divergences);
  EXPECT_EQ(side["operators"]["gather"]["alone"][1], divergences);
  EXPECT_GT(side["operators"]["tile"]["shared"], 0);
  EXPECT_EQ(side["operators"]["tile"]["fail_everywhere"], 0);
  EXPECT_NE(text_of(page).find("drivers side by side"), std::string::npos);

  const Ran text = assay({"compare", good, bad});
  EXPECT_NE(text.out.find(" fail in run 2 alone."), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("1 operator fails in no run."), std::string::npos) << text.out;
  // A failure that every run has accuses no driver alone.
  const Ran twice = assay({"compare", bad, bad});
  EXPECT_NE(twice.out.find(" fail in all."), std::string::npos) << twice.out;
  EXPECT_EQ(twice.out.find(" alone"), std::string::npos) << twice.out;
}

TEST(Compare, takes_two_whole_runs_or_more) {
  const TestFolder folder;
  expect_complaint(assay({"compare", folder.path.string()}), "two runs or more");
  expect_complaint(assay({"compare", folder.path.string(), folder.path.string()}), "run.json");
}

}  // namespace
}  // namespace assay::cmd::testing
