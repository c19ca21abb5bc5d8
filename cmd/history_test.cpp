// Tests of `assay history` on runs that were kept.
#include <gtest/gtest.h>

#include "specs/json.h"
#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

using specs::Json;

TEST(History, shows_when_a_finding_came_and_went) {
  const TestFolder folder;
  const std::string good = (folder.path / "good").string(), bad = (folder.path / "bad").string(),
                    page = (folder.path / "page.html").string();
  const std::vector<std::string> run{"run", "--operator", "gather", "--cases", "300", "--plain"};
  std::vector<std::string> passes = run, fails = run;
  passes.insert(passes.end(), {"--out", good});
  fails.insert(fails.end(), {"--kernels", faulty_kernels(), "--out", bad});
  EXPECT_EQ(assay(passes).code, 0);
  EXPECT_EQ(assay(fails).code, 1);
  const Ran told = assay({"history", good, bad, good, "--json", "--html", page});
  ASSERT_EQ(told.code, 0) << told.err;
  const Json history = Json::parse(told.out);
  ASSERT_EQ(history["runs"].size(), 3u);
  EXPECT_EQ(history["runs"][1]["divergences"],
            Json::parse(text_of(bad + "/run.json"))["divergences"]);
  ASSERT_GE(history["findings"].size(), 1u);
  EXPECT_EQ(history["findings"][0]["runs"], Json::parse("[false, true, false]"));
  EXPECT_NE(text_of(page).find("assay history"), std::string::npos);
  const Ran text = assay({"history", good, bad});
  EXPECT_NE(text.out.find(" in run 2: Wrong in gather"), std::string::npos) << text.out;
  const Ran none = assay({"history", (folder.path / "none").string()});
  EXPECT_EQ(none.code, 2);
}

TEST(History, shows_how_near_each_run_came_to_what_is_permitted) {
  const TestFolder folder;
  const std::string exact = (folder.path / "exact").string(),
                    near = (folder.path / "near").string();
  EXPECT_EQ(assay({"run", "--operator", "gather", "--cases", "50", "--plain", "--out", exact}).code,
            0);
  EXPECT_EQ(assay({"run", "--operator", "cumulative_summation,gather", "--cases", "3000", "--seed",
                   "5", "--plain", "--out", near})
                .code,
            0);
  const double worst = Json::parse(
      text_of(near + "/run.json"))["operators"]["cumulative_summation"]["worst_headroom"];
  const Ran told = assay({"history", exact, near, "--json"});
  ASSERT_EQ(told.code, 0) << told.err;
  const Json runs = Json::parse(told.out)["runs"];
  EXPECT_EQ(runs[0]["headroom_of"], "");
  EXPECT_EQ(runs[1]["headroom_of"], "cumulative_summation");
  EXPECT_GT(worst, 0);
  EXPECT_DOUBLE_EQ(runs[1]["headroom_percent"], 100 * worst);
  const std::string text = assay({"history", exact, near}).out;
  EXPECT_NE(text.find("worst headroom exact; "), std::string::npos) << text;
  EXPECT_NE(text.find("% (cumulative_summation); "), std::string::npos) << text;
}

}  // namespace
}  // namespace assay::cmd::testing
