// Tests `assay mesa`, and runs of a plan with the lists of expectations that Mesa keeps.
#include <gtest/gtest.h>

#include <csignal>
#include <sstream>

#include "testing/cmd/failing_plan.h"
#include "testing/cmd/running.h"

namespace assay::cmd::testing {
namespace {

TEST(Mesa, keeps_expectations_as_deqp_runner_does) {
  const FailingPlan b;
  EXPECT_EQ(b.run("broken", true).code, 1);
  EXPECT_EQ(assay({"mesa", b.path("broken"), "--out", b.path("mesa"), "--prefix", "pocl"}).code, 0);
  const fs::path mesa = b.path("mesa");
  const std::string failures = text_of(mesa / "failures.csv");
  EXPECT_EQ(failures, text_of(mesa / "pocl-fails.txt"));
  std::istringstream rows(failures);
  std::size_t count = 0;
  for (std::string row; std::getline(rows, row); ++count) {
    EXPECT_TRUE(row.starts_with("gather:") && row.ends_with(",Fail")) << row;
  }
  EXPECT_EQ(count, 3u);
  EXPECT_TRUE(text_of(mesa / "results.csv").starts_with("gather:"));
  EXPECT_EQ(assay({"diff", b.path("broken"), (mesa / "results.csv").string()}).out.find("Broken"),
            std::string::npos);

  // The lists are read again: known failures and flakes do not fail the gate, and skipped cases are
  // not run.
  EXPECT_EQ(b.run("fails", true, {"--fails", (mesa / "pocl-fails.txt").string()}).code, 0);
  const std::string flakes = b.folder.file("flakes.txt", "# known\n^gather:.*indices=negative\n");
  EXPECT_EQ(b.run("flakes", true, {"--flakes", flakes}).code, 0);
  const Ran skipped = b.run("skips", true, {"--skips", flakes});
  EXPECT_EQ(skipped.code, 0) << skipped.err;
  EXPECT_NE(skipped.out.find("Skipped 3: listed in --skips (absent)"), std::string::npos)
      << skipped.out;
  EXPECT_EQ(assay({"mesa", b.path("skips"), "--out", b.path("mesa2")}).code, 0);
  const fs::path skips = fs::path(b.path("mesa2")) / "assay-skips.txt";
  EXPECT_EQ(b.run("skips2", true, {"--skips", skips.string()}).code, 0);

  expect_complaint(b.run("x", true, {"--flakes", b.folder.file("bad.txt", "ok\n(\n")}),
                   "bad.txt:2: \"(\": no regular expression");
  expect_complaint(b.run("y", true, {"--fails", b.folder.file("pass.txt", "a,Pass\n")}),
                   "a,Pass: is no failure");
  expect_complaint(assay({"mesa", b.path("nowhere"), "--out", b.path("made")}), "nowhere");
  EXPECT_FALSE(fs::exists(b.path("made")));
  expect_complaint(assay({"mesa", b.path("broken"), "--out", b.path("broken")}),
                   "would be written over");
}

TEST(Mesa, lists_no_skips_of_a_run_that_tested_less_than_it_was_to) {
  const TestFolder folder;
  const std::string run = (folder.path / "run").string();
  const std::string plan = folder.file("plan.txt", kGather + "@variant=bits:cases=constant\n");
  EXPECT_EQ(assay({"run", "--plan", plan, "--out", run}, with_fault("constant-room:100")).code, 3);
  for (const std::string& from : {run, run + "/results.csv"}) {
    const std::string to = (folder.path / "lists").string();
    const Ran ran = assay({"mesa", from, "--out", to});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.err.find("1 cases were not tested"), std::string::npos) << ran.err;
    EXPECT_EQ(text_of(fs::path(to) / "assay-skips.txt"), "");
    EXPECT_NE(text_of(fs::path(to) / "results.csv").find(",Skip,"), std::string::npos);
  }
}

TEST(Mesa, tells_of_cases_that_a_stopped_run_did_not_come_to) {
  const TestFolder folder;
  const std::string run = (folder.path / "run").string();
  const std::string plan =
      folder.file("plan.txt", kGather + "@variant=bits\n" + kNegative + "@variant=bits:local=32\n");
  Running stopped({"run", "--plan", plan, "--out", run}, with_fault("every-launch-hang"));
  EXPECT_FALSE(stopped.ends_within(2));
  EXPECT_EQ(stopped.end(SIGTERM), 3);
  const Ran ran = assay({"mesa", run, "--out", (folder.path / "lists").string()});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("2 cases were not tested"), std::string::npos) << ran.err;
}

TEST(Plan, is_fixed_by_its_name_and_its_seed_alone) {
  const FailingPlan b;
  for (const char* other : {"--cases", "--budget", "--max-elements"})
    expect_complaint(assay({"run", "--plan", "smoke", other, "20"}), "--plan");
  expect_complaint(assay({"run", "--plan", "nope"}), "--plan nope: no such plan");
  expect_complaint(assay({"run", "--skips", b.plan}), "--plan");
  const Ran first = b.run("first", false);
  EXPECT_EQ(first.code, 0);
  // A run of a plan can be resumed from its checkpoint, but not where the plan's file has changed.
  EXPECT_EQ(assay({"run", "--resume", b.path("first")}).code, 0);
  b.folder.file("plan.txt", kPlan + kGather + "\n");
  expect_complaint(assay({"run", "--resume", b.path("first")}), "the plan has changed");
}

}  // namespace
}  // namespace assay::cmd::testing
