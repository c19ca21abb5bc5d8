// Tests the gate: a planted regression turns it red, a waiver turns it green, and it is red again
// on the day after the waiver expires.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testing/cmd/failing_plan.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

TEST(Gate, is_red_for_a_regression_green_by_a_waiver_and_red_the_day_after_it_expires) {
  const FailingPlan b;
  EXPECT_EQ(b.run("sound", false).code, 0);
  EXPECT_EQ(b.run("broken", true).code, 1);
  const std::string waivers = b.drafted("broken", "2099-06-30");
  const auto on = [&](const char* out, const char* day) {
    return b.run(out, true, {"--waivers", waivers, "--strict-waivers", "--today", day});
  };
  const Ran last_day = on("last-day", "2099-06-30");
  EXPECT_EQ(last_day.code, 0) << last_day.out << last_day.err;
  EXPECT_NE(last_day.out.find("Waived: 3 divergences"), std::string::npos) << last_day.out;
  EXPECT_NE(last_day.out.find("No divergence in 6 cases but 3 that are waived."),
            std::string::npos);
  EXPECT_EQ(last_day.out.find("Wrong gather"), std::string::npos);
  const Ran next_day = on("next-day", "2099-07-01");
  EXPECT_EQ(next_day.code, 1);
  EXPECT_NE(next_day.out.find("Waiver expired: finding-"), std::string::npos) << next_day.out;
  const Ran lenient = b.run("lenient", true, {"--waivers", waivers, "--today", "2099-07-01"});
  EXPECT_EQ(lenient.code, 1);

  const Json run = Json::parse(text_of(fs::path(b.path("last-day")) / "run.json"));
  EXPECT_EQ(run["exit_code"], 0);
  EXPECT_EQ(run["waivers"]["waived"], 3);
  std::istringstream failures(text_of(fs::path(b.path("last-day")) / "failures.jsonl"));
  for (std::string line; std::getline(failures, line);)
    EXPECT_TRUE(Json::parse(line).contains("waived")) << line;
}

TEST(Gate, marks_findings_that_are_waived_and_warns_of_a_waiver_that_passing_cases_meet) {
  const FailingPlan b;
  b.run("broken", true);
  const fs::path file = fs::path(b.path("broken")) / "run.json";
  // The run as if so many passing cases met the conditions of its finding.
  const auto drafted_with = [&](int passing_alike) {
    Json changed = Json::parse(text_of(file));
    EXPECT_EQ(changed["findings"].size(), 1u);
    changed["findings"][0]["passing_alike"] = passing_alike;
    std::ofstream(file) << changed.dump();
    seal_again(b.path("broken"));
    return assay({"waive", b.path("broken"), "--owner", "me"});
  };
  const Ran drafted = drafted_with(0);
  EXPECT_EQ(drafted.out.find("LOOK AT THIS"), std::string::npos) << drafted.out;
  const Ran waived =
      b.run("waived", true, {"--waivers", b.folder.file("waivers.json", drafted.out)});
  EXPECT_NE(waived.out.find("Wrong in gather, 3 cases (waived)\n"), std::string::npos)
      << waived.out;
  const Ran again = drafted_with(5);
  EXPECT_NE(again.out.find("LOOK AT THIS: 5 passing cases meet these conditions"),
            std::string::npos)
      << again.out << again.err;
}

TEST(Gate, has_a_waiver_for_each_finding_that_covers_its_cases_and_no_others) {
  const TestFolder folder;
  const fs::path kernels = folder.path / "kernels";
  fs::create_directories(kernels);
  fs::copy(fs::path(faulty_kernels()) / "gather.cl", kernels);
  // The last element is missed by one variant of tile.
  const fs::path built_in = source_folder() / "opencl/kernels";
  const std::string copies =
      with(text_of(built_in / "copy_each.clh"), "if (i >= element_count(&c->OutputTensor)) return;",
           "if (i + 1 >= element_count(&c->OutputTensor)) return;");
  std::ofstream(kernels / "tile.cl")
      << with(text_of(built_in / "tile.cl"), "//: include copy_each.clh\n", copies);
  const auto run = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> words{"run",       "--operator",     "gather,tile", "--cases",
                                   "1500",      "--max-elements", "256",         "--plain",
                                   "--kernels", kernels.string(), "--out",       out};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_NE(assay(words).code, 2);
    return Json::parse(text_of(fs::path(out) / "run.json"));
  };
  const std::string out = (folder.path / "out").string();
  const Json before = run(out, {});
  const Ran drafted = assay({"waive", out, "--owner", "me"});
  ASSERT_EQ(drafted.code, 0) << drafted.err;
  const Json draft = Json::parse(drafted.out);
  std::size_t of_findings = 0;
  for (const Json& waiver : draft["waivers"]) of_findings += waiver.contains("conditions");
  ASSERT_GE(of_findings, 2u) << drafted.out;
  const Json all =
      run((folder.path / "all").string(), {"--waivers", folder.file("all.json", drafted.out)});
  EXPECT_EQ(all["exit_code"], 0) << all["summary"];
  EXPECT_EQ(all["waivers"]["waived"], before["divergences"]);
  for (std::size_t i = 0; i < of_findings; ++i) {
    const Json one = {{"format", 1}, {"waivers", {draft["waivers"][i]}}};
    const std::string number = std::to_string(i);
    const Json after = run((folder.path / number).string(),
                           {"--waivers", folder.file(number + ".json", one.dump())});
    std::size_t failing = 0;
    for (const Json& f : before["findings"])
      if (draft["waivers"][i]["id"] == "finding-" + f["key"].get<std::string>())
        failing = f["failing"].size();
    EXPECT_EQ(after["waivers"]["waived"], failing) << one;
  }
}

TEST(Gate, tells_waivers_that_are_unused_or_whose_cases_pass) {
  const FailingPlan b;
  EXPECT_EQ(b.run("broken", true).code, 1);
  Json waivers = Json::parse(text_of(b.drafted("broken", "2099-01-01")));
  waivers["waivers"].push_back({{"id", "nothing"},
                                {"case", "gather:*seed=77*"},
                                {"owner", "me"},
                                {"reason", "none"},
                                {"expires", "2099-01-01"}});
  waivers["waivers"].push_back({{"id", "elsewhere"},
                                {"operator", "gather"},
                                {"device", "another device"},
                                {"owner", "me"},
                                {"reason", "none"},
                                {"expires", "2099-01-01"}});
  const std::string file = b.folder.file("waivers.json", waivers.dump());
  const Ran lenient = b.run("lenient", false, {"--waivers", file});
  EXPECT_EQ(lenient.code, 0) << lenient.out;
  EXPECT_NE(lenient.out.find("Waiver unused: nothing"), std::string::npos) << lenient.out;
  EXPECT_NE(lenient.out.find("Waiver unexpectedly passing: finding-"), std::string::npos);
  EXPECT_EQ(lenient.out.find("elsewhere"), std::string::npos);
  const Ran strict = b.run("strict", false, {"--waivers", file, "--strict-waivers"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_NE(strict.out.find("Waivers are out of order."), std::string::npos) << strict.out;
}

/// The attribute `name` of the first element of a JUnit file.
std::string attribute(const std::string& junit, const std::string& name) {
  const std::string text = text_of(junit);
  const std::size_t at = text.find(" " + name + "=\"", text.find("<testsuites")) + name.size() + 3;
  return text.substr(at, text.find('"', at) - at);
}

TEST(Gate, that_is_red_is_red_in_junit_and_sarif) {
  const FailingPlan b;
  const std::string unused = b.folder.file(
      "waivers.json",
      R"({"format": 1, "waivers": [{"id": "nothing", "case": "gather:*seed=77*", "owner": "me",
          "reason": "none", "expires": "2099-01-01"}]})");
  int number = 0;
  const auto expect = [&](int code, const std::string& failed, const std::string& errors, bool ok,
                          std::vector<std::string> more, bool broken = false) {
    const std::string junit = b.path("junit"), sarif = b.path("sarif");
    more.insert(more.end(), {"--junit", junit, "--sarif", sarif, "--markdown", b.path("md")});
    const Ran ran = b.run("run-" + std::to_string(++number), broken, more);
    EXPECT_EQ(ran.code, code) << ran.out << ran.err;
    EXPECT_EQ(attribute(junit, "failures"), failed) << ran.out;
    EXPECT_EQ(attribute(junit, "errors"), errors) << ran.out;
    EXPECT_EQ(Json::parse(text_of(sarif))["runs"][0]["invocations"][0]["executionSuccessful"], ok)
        << ran.out;
    return text_of(b.path("md"));
  };
  expect(0, "0", "0", true, {});
  expect(1, "3", "0", true, {}, true);
  EXPECT_NE(expect(0, "0", "0", true, {"--waivers", unused}).find("- Waiver unused: nothing"),
            std::string::npos);
  expect(1, "0", "1", false, {"--waivers", unused, "--strict-waivers"});
  expect(3, "0", "1", false, {"--min-coverage", "50"});
  expect(1, "0", "2", false, {"--waivers", unused, "--strict-waivers", "--min-coverage", "50"});
  const std::string skips = b.folder.file("skips.txt", "gather\n");
  expect(3, "0", "1", false, {"--skips", skips});
}

TEST(Gate, that_was_stopped_before_its_time_is_not_green) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string(), junit = (folder.path / "junit").string();
  // The run has a budget of a day, and is told to end as soon as it has results.
  const std::string command =
      std::string(assay::testing::built_program()) + " run --operator slice1 --budget 24h --out '" +
      out + "' --junit '" + junit + "' > '" + out + ".txt' & run=$!; " +
      "while kill -0 $run && ! grep -q slice1 '" + out +
      "/results.csv.partial' 2> /dev/null; do sleep 0.05; done; kill -TERM $run; wait $run";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  const std::string text = text_of(out + ".txt");
  EXPECT_NE(text.find("The run was stopped before its time was over.\n"), std::string::npos)
      << text;
  // On a busy machine a batch may not come back in time; that its cases were cut off is another
  // error.
  EXPECT_GE(std::stoi(attribute(junit, "errors")), 1);
  EXPECT_EQ(Json::parse(text_of(fs::path(out) / "run.json"))["stopped"], true);
  const Ran merged = assay({"merge", out});
  EXPECT_EQ(merged.code, 3);
  EXPECT_NE(merged.out.find("Missing: shard 1/1, stopped: " + out), std::string::npos)
      << merged.out;
}

TEST(Gate, judges_waivers_of_shards_when_they_are_merged) {
  const FailingPlan b;
  EXPECT_EQ(b.run("broken", true).code, 1);
  const std::string file = b.drafted("broken", "2099-01-01");
  for (const char* shard : {"1", "2"}) {
    const Ran ran = b.run(
        shard, true, {"--waivers", file, "--strict-waivers", "--shard", std::string(shard) + "/2"});
    EXPECT_TRUE(ran.code == 0 || ran.code == 3) << ran.out << ran.err;
    EXPECT_EQ(ran.out.find("Waiver unused"), std::string::npos);
  }
  const Ran merged = assay({"merge", b.path("1"), b.path("2"), "--waivers", file,
                            "--strict-waivers", "--out", b.path("whole")});
  EXPECT_EQ(merged.code, 0) << merged.out << merged.err;
  EXPECT_EQ(assay({"merge", b.path("1"), b.path("2")}).code, 1);
}

TEST(Gate, asks_for_coverage) {
  const FailingPlan b;
  const Ran ran = b.run("out", false, {"--min-coverage", "50"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("below --min-coverage 50."), std::string::npos) << ran.out;
  const Json run = Json::parse(text_of(fs::path(b.path("out")) / "run.json"));
  EXPECT_GT(run["coverage"]["pairs"]["of"], 5000);
  EXPECT_TRUE(run["coverage"]["operators"].contains("gather"));
}

TEST(Gate, takes_a_waivers_file_apart) {
  const FailingPlan b;
  const auto expect = [&](const std::string& text, const std::string& words) {
    const std::string file = b.folder.file("bad.json", text);
    expect_complaint(assay({"run", "--plan", b.plan, "--waivers", file}), words);
  };
  const auto waiver = [](const std::string& fields) {
    return R"({"format": 1, "waivers": [{"id": "x", "owner": "me", "reason": "r", )" + fields +
           "}]}";
  };
  expect("{", "bad.json");
  expect(R"({"format": 2, "waivers": []})", "format");
  expect(waiver(R"("expires": "2026-01-01")"), "names neither case nor operator");
  expect(waiver(R"("operator": "nope", "expires": "2026-01-01")"), "no operator \"nope\"");
  expect(waiver(R"("operator": "gather", "rule": "nope", "expires": "2026-01-01")"),
         "gather has no rule \"nope\"");
  expect(waiver(R"("operator": "gather", "expires": "2026-02-30")"), "is no day");
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01", "driver": {})"),
         "needs `from` or `before`");
  expect(waiver(R"("operator": "gather", "verdict": "Pass", "expires": "2026-01-01")"),
         "is no divergence");
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01", "x": 1)"), "x");
  expect(waiver(R"("operator": "gather")"), "expires");
  for (const char* key : {"case", "rule", "device", "link"})
    expect(waiver(R"("operator": "gather", "expires": "2026-01-01", ")" + std::string(key) +
                  R"(": "")"),
           key + std::string(": must not be empty"));
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01", "link": "not a link")"),
         "link: must be a link");
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01",
                   "driver": {"from": "23.1", "before": "9.4"})"),
         "driver: no version is from 23.1 on and before 9.4");
  // The name holds a zero byte, which may cut off a message, and an escape sequence, which a
  // terminal would obey. Both must be printed as `?`.
  expect(waiver(R"("operator": "no\u0000pe\u001b[31m", "expires": "2026-01-01")"),
         "no operator \"no?pe?[31m\"");
  expect_complaint(assay({"run", "--strict-waivers"}), "give --waivers, too");
  expect_complaint(assay({"run", "--today", "2099-01-01"}), "--today: give --waivers, too");
  for (const char* option : {"--waivers", "--fails", "--flakes"})
    expect_complaint(b.run("x", true, {option, b.folder.path.string()}), b.folder.path.string());
  expect_complaint(b.run("x", true, {"--skips", b.folder.path.string()}), b.folder.path.string());
  for (const char* share : {"nan", "-1", "101", "inf", "x"})
    expect_complaint(b.run("x", true, {"--min-coverage", share}), "--min-coverage");
  expect_complaint(assay({"waive", b.path("nowhere"), "--owner", "me"}), "nowhere");
}

TEST(Gate, drafts_no_waiver_that_it_would_refuse) {
  const FailingPlan b;
  EXPECT_EQ(b.run("broken", true).code, 1);
  const auto draft = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"waive", b.path("broken"), "--owner", "me"});
    return assay(more);
  };
  expect_complaint(draft({"--expires", "2020-01-01"}), "--expires 2020-01-01: is past");
  expect_complaint(draft({"--expires", "soon"}), "--expires soon: is no day");
  for (const char* link : {"", "a ticket", "://x"})
    expect_complaint(draft({"--link", link}), "must be a link");
  EXPECT_EQ(draft({"--link", "https://example.org/1"}).code, 0);
}

}  // namespace
}  // namespace assay::cmd::testing
