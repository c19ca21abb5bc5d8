// Tests `assay diff`, which compares two runs.
#include <gtest/gtest.h>

#include <fstream>

#include "testing/cmd/failing_plan.h"

namespace assay::cmd::testing {
namespace {

TEST(Diff, tells_what_broke_what_was_fixed_and_what_is_missing) {
  const FailingPlan b;
  b.run("sound", false);
  b.run("broken", true);
  const std::string sound = b.path("sound"), broken = b.path("broken");
  EXPECT_EQ(assay({"diff", sound, sound}).code, 0);
  const Ran regression = assay({"diff", sound, broken});
  EXPECT_EQ(regression.code, 1);
  EXPECT_NE(regression.out.find("Broken: 3\n  Pass -> Wrong  gather:"), std::string::npos)
      << regression.out;
  const Ran repair = assay({"diff", "--json", broken, sound});
  EXPECT_EQ(repair.code, 0);
  EXPECT_EQ(Json::parse(repair.out)["fixed"].size(), 3u);
  EXPECT_EQ(Json::parse(repair.out)["same"], 3);

  const std::string before = b.folder.file("before.csv", "a,Pass,0.1\nb,Fail,0.1\nc,Pass,0.1\n");
  const std::string after =
      b.folder.file("after.csv", "a,Pass,0.2\nb,Crash,0.2\nd,Pass,0.2\ne,Skip,0\n");
  const Json d = Json::parse(assay({"diff", "--json", before, after}).out);
  EXPECT_EQ(d["changed"][0]["case"], "b");
  EXPECT_EQ(d["missing"][0]["case"], "c");
  EXPECT_EQ(d["newly_tested"][0]["case"], "d");
  EXPECT_EQ(d["newly_tested"].size(), 1u);
  EXPECT_EQ(d["exit_code"], 3);
  expect_complaint(assay({"diff", before, b.path("nowhere")}), "nowhere");
  expect_complaint(assay({"diff", before, b.folder.file("bad.csv", "a,Pass\nb,Purple\n")}),
                   "bad.csv:2: \"Purple\" is no status");
}

TEST(Diff, speaks_of_findings_above_the_cases) {
  const FailingPlan b;
  b.run("sound", false);
  b.run("broken", true);
  const std::string sound = b.path("sound"), broken = b.path("broken");
  const Json run = Json::parse(text_of(fs::path(broken) / "run.json"));
  ASSERT_EQ(run["findings"].size(), 1u);
  const std::string key = run["findings"][0]["key"];
  const Ran came = assay({"diff", sound, broken}), went = assay({"diff", broken, sound});
  EXPECT_TRUE(came.out.starts_with("New finding " + key + ": Wrong in gather, 3 cases\n  All 3 "))
      << came.out;
  EXPECT_TRUE(went.out.starts_with("Finding " + key + " is gone: Wrong in gather, 3 cases\n"))
      << went.out;
  const Ran same = assay({"diff", broken, broken, "--json"});
  EXPECT_EQ(Json::parse(same.out)["findings"], Json::array());
  EXPECT_EQ(Json::parse(same.out)["same_findings"], 1);
  const fs::path file = fs::path(b.path("sound")) / "run.json";
  Json fewer = run;
  fewer["findings"][0]["failing"] = {0, 2};
  Json changed = Json::parse(text_of(file));
  changed["findings"] = fewer["findings"];
  std::ofstream(file) << changed.dump();
  seal_again(sound);
  const Ran more = assay({"diff", sound, broken});
  EXPECT_TRUE(more.out.starts_with("Finding " + key + ": Wrong in gather, 3 cases; 2 before\n"))
      << more.out;
}

TEST(Diff, is_red_for_what_is_new_and_fails_and_never_green_where_nothing_was_compared) {
  const TestFolder folder;
  const std::string before = folder.file("before.csv", "a,Pass\nb,Wrong\nc,Skip\n");
  const auto diff = [&](const std::string& rows) {
    return assay({"diff", before, folder.file("after.csv", rows)});
  };
  EXPECT_EQ(diff("a,Pass\nb,Wrong\nd,Pass\n").code, 0);
  for (const char* fresh : {"c,Wrong", "d,Crash"}) {
    const Ran ran = diff(std::string("a,Pass\nb,Wrong\n") + fresh + "\n");
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("Newly tested, and fails: 1\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("1 newly tested (1 of them fail)"), std::string::npos) << ran.out;
  }
  const std::string empty = folder.file("empty.csv", "");
  for (const auto& [old, now] : {std::pair{empty, empty}, {empty, before}, {before, empty}}) {
    const Ran ran = assay({"diff", old, now});
    EXPECT_NE(ran.code, 0);
    EXPECT_NE(ran.out.find("Nothing was compared"), std::string::npos) << ran.out;
  }
  EXPECT_EQ(assay({"diff", empty, empty}).code, 3);
  EXPECT_EQ(Json::parse(assay({"diff", "--json", empty, empty}).out)["compared"], 0);
}

TEST(Diff, leaves_what_is_waived_to_its_waiver) {
  const FailingPlan b;
  EXPECT_EQ(b.run("sound", false).code, 0);
  EXPECT_EQ(b.run("broken", true).code, 1);
  const std::string waivers = b.drafted("broken", "2099-06-30");
  const auto diff = [&](const std::string& now, std::vector<std::string> more) {
    more.insert(more.begin(), {"diff", b.path("sound"), now});
    return assay(more);
  };
  const Ran waived = diff(b.path("broken"), {"--waivers", waivers});
  EXPECT_EQ(waived.code, 0) << waived.out << waived.err;
  EXPECT_NE(waived.out.find("Fails, as is waived: 3\n"), std::string::npos) << waived.out;
  EXPECT_EQ(diff(b.path("broken"), {"--waivers", waivers, "--today", "2099-07-01"}).code, 1);
  // A results.csv does not name its device, which waivers need.
  const std::string rows = (fs::path(b.path("broken")) / "results.csv").string();
  expect_complaint(diff(rows, {"--waivers", waivers}), "give the folder of the run");
  const std::string flakes = b.folder.file("flakes.txt", "indices=negative\n");
  EXPECT_EQ(diff(rows, {"--flakes", flakes}).code, 0);
  EXPECT_EQ(diff(rows, {}).code, 1);
}

TEST(Diff, shows_headroom_that_grew) {
  const FailingPlan b;
  b.run("old", false);
  b.run("new", false);
  const fs::path file = fs::path(b.path("new")) / "run.json";
  Json run = Json::parse(text_of(file));
  run["operators"]["gather"]["worst_headroom"] = 0.75;
  std::ofstream(file) << run.dump();
  seal_again(b.path("new"));
  const Ran ran = assay({"diff", b.path("old"), b.path("new")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("Headroom of gather grew: 0% -> 75%"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace assay::cmd::testing
