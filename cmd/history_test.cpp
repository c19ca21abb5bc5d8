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
  EXPECT_NE(text.out.find(" in runs 2: Wrong in gather"), std::string::npos) << text.out;
  const Ran none = assay({"history", (folder.path / "none").string()});
  EXPECT_EQ(none.code, 2);
}

}  // namespace
}  // namespace assay::cmd::testing
