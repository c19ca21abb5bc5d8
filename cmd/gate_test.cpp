// The gate: a planted regression turns it red, a waiver green, and the day after it expires it is
// red again.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cmd/test_program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// Cases of gather of which those with negative indices fail under faulty_kernels().
const std::string kPlan = [] {
  std::string text = "# a plan of a few lines\n";
  const std::string line =
      "gather:level=4_1:InputTensor=FLOAT32.9:IndicesTensor=INT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1";
  for (const char* seed : {"1", "2", "3"})
    text += line + ":indices=negative:seed=" + seed + "@variant=bits\n";
  for (const char* seed : {"1", "2", "3"}) text += line + ":seed=" + seed + "@variant=bits\n";
  return text;
}();

struct Bench {
  TestFolder folder;
  std::string faulty = faulty_kernels(folder), plan = folder.file("plan.txt", kPlan);

  std::string path(const std::string& name) const { return (folder.path / name).string(); }
  Ran run(const std::string& out, bool broken, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run",    "--plan", plan,     "--operator",
                                   "gather", "--out",  path(out)};
    if (broken) words.insert(words.end(), {"--kernels", faulty});
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
  /// A waivers file for what fails in a run.
  std::string drafted(const std::string& run, const std::string& last_day) const {
    const Ran ran = assay({"waive", path(run), "--owner", "me", "--expires", last_day});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return folder.file("waivers.json", ran.out);
  }
};

TEST(Gate, is_red_for_a_regression_green_by_a_waiver_and_red_the_day_after_it_expires) {
  const Bench b;
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
  EXPECT_NE(next_day.out.find("Waiver expired: gather-1"), std::string::npos) << next_day.out;
  const Ran lenient = b.run("lenient", true, {"--waivers", waivers, "--today", "2099-07-01"});
  EXPECT_EQ(lenient.code, 1);

  const Json run = Json::parse(text_of(fs::path(b.path("last-day")) / "run.json"));
  EXPECT_EQ(run["exit_code"], 0);
  EXPECT_EQ(run["waivers"]["waived"], 3);
  std::istringstream failures(text_of(fs::path(b.path("last-day")) / "failures.jsonl"));
  for (std::string line; std::getline(failures, line);)
    EXPECT_TRUE(Json::parse(line).contains("waived")) << line;
}

TEST(Gate, tells_waivers_that_are_unused_or_whose_cases_pass) {
  const Bench b;
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
  EXPECT_NE(lenient.out.find("Waiver unexpectedly passing: gather-1"), std::string::npos);
  EXPECT_EQ(lenient.out.find("elsewhere"), std::string::npos);
  const Ran strict = b.run("strict", false, {"--waivers", file, "--strict-waivers"});
  EXPECT_EQ(strict.code, 1);
  EXPECT_NE(strict.out.find("Waivers are out of order."), std::string::npos) << strict.out;
}

/// The attribute of the file's first element.
std::string attribute(const std::string& junit, const std::string& name) {
  const std::string text = text_of(junit);
  const std::size_t at = text.find(" " + name + "=\"", text.find("<testsuites")) + name.size() + 3;
  return text.substr(at, text.find('"', at) - at);
}

TEST(Gate, that_is_red_is_red_in_junit_and_sarif) {
  const Bench b;
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
  // Told to end as soon as there are results; its time is a day.
  const std::string command =
      std::string(ASSAY_PROGRAM) + " run --operator slice1 --budget 24h --out '" + out +
      "' --junit '" + junit + "' > '" + out + ".txt' & run=$!; " + "while kill -0 $run && ! grep -q slice1 '" +
      out + "/results.csv.partial' 2> /dev/null; do sleep 0.05; done; kill -TERM $run; wait $run";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  const std::string text = text_of(out + ".txt");
  EXPECT_NE(text.find("The run was stopped before its time was over.\n"), std::string::npos) << text;
  EXPECT_EQ(attribute(junit, "errors"), "1");
  EXPECT_EQ(Json::parse(text_of(fs::path(out) / "run.json"))["stopped"], true);
  const Ran merged = assay({"merge", out});
  EXPECT_EQ(merged.code, 3);
  EXPECT_NE(merged.out.find("Missing: shard 1/1, stopped: " + out), std::string::npos) << merged.out;
}

TEST(Gate, judges_waivers_of_shards_when_they_are_merged) {
  const Bench b;
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
  const Bench b;
  const Ran ran = b.run("out", false, {"--min-coverage", "50"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_NE(ran.out.find("below --min-coverage 50."), std::string::npos) << ran.out;
  const Json run = Json::parse(text_of(fs::path(b.path("out")) / "run.json"));
  EXPECT_GT(run["coverage"]["pairs"]["of"], 5000);
  EXPECT_TRUE(run["coverage"]["operators"].contains("gather"));
}

TEST(Gate, takes_a_waivers_file_apart) {
  const Bench b;
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
  expect(waiver(R"("operator": "gather", "verdict": "Pass", "expires": "2026-01-01")"),
         "is no divergence");
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01", "x": 1)"), "x");
  expect(waiver(R"("operator": "gather")"), "expires");
  for (const char* key : {"case", "rule", "device", "link"})
    expect(waiver(R"("operator": "gather", "expires": "2026-01-01", ")" + std::string(key) +
                  R"(": "")"),
           key + std::string(": must not be empty"));
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01", "link": "not a link")"),
         "link: is no link");
  expect(waiver(R"("operator": "gather", "expires": "2026-01-01",
                   "driver": {"from": "23.1", "before": "9.4"})"),
         "driver: no version is from 23.1 on and before 9.4");
  // Those that end the message of a careless program, and those that a terminal would obey.
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
  const Bench b;
  EXPECT_EQ(b.run("broken", true).code, 1);
  const auto draft = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"waive", b.path("broken"), "--owner", "me"});
    return assay(more);
  };
  expect_complaint(draft({"--expires", "2020-01-01"}), "--expires 2020-01-01: is past");
  expect_complaint(draft({"--expires", "soon"}), "--expires soon: is no day");
  for (const char* link : {"", "a ticket", "://x"})
    expect_complaint(draft({"--link", link}), "is no link");
  EXPECT_EQ(draft({"--link", "https://example.org/1"}).code, 0);
}

TEST(Diff, tells_what_broke_what_was_fixed_and_what_is_missing) {
  const Bench b;
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
  const std::string after = b.folder.file(
      "after.csv", "name,status,seconds\na,Pass,0.2\nb,Crash,0.2\nd,Pass,0.2\ne,Skip,0\n");
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
  const Bench b;
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
  // A file of results does not say of which device it is.
  const std::string rows = (fs::path(b.path("broken")) / "results.csv").string();
  expect_complaint(diff(rows, {"--waivers", waivers}), "give the folder of the run");
  const std::string flakes = b.folder.file("flakes.txt", "indices=negative\n");
  EXPECT_EQ(diff(rows, {"--flakes", flakes}).code, 0);
  EXPECT_EQ(diff(rows, {}).code, 1);
}

TEST(Diff, shows_headroom_that_grew) {
  const Bench b;
  b.run("old", false);
  b.run("new", false);
  const fs::path file = fs::path(b.path("new")) / "run.json";
  Json run = Json::parse(text_of(file));
  run["operators"]["gather"]["worst_headroom"] = 0.75;
  std::ofstream(file) << run.dump();
  const Ran ran = assay({"diff", b.path("old"), b.path("new")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("Headroom of gather grew: 0% -> 75%"), std::string::npos) << ran.out;
}

TEST(Mesa, keeps_expectations_as_deqp_runner_does) {
  const Bench b;
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

  // Read again: known failures and flakes do not fail the gate, skips are not run.
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
  expect_complaint(assay({"mesa", b.path("broken"), "--out", b.path("broken")}),
                   "would be written over");
}

TEST(Plan, is_fixed_by_its_name_and_its_seed_alone) {
  const Bench b;
  for (const char* other : {"--cases", "--budget", "--max-elements"})
    expect_complaint(assay({"run", "--plan", "smoke", other, "20"}), "--plan");
  expect_complaint(assay({"run", "--plan", "nope"}), "--plan nope: no such plan");
  expect_complaint(assay({"run", "--skips", b.plan}), "--plan");
  const Ran first = b.run("first", false);
  EXPECT_EQ(first.code, 0);
  // A run of a plan goes on by its checkpoint; not where its file has changed since.
  EXPECT_EQ(assay({"run", "--resume", b.path("first")}).code, 0);
  b.folder.file("plan.txt", kPlan + kPlan);
  expect_complaint(assay({"run", "--resume", b.path("first")}), "the plan is another than it was");
}

}  // namespace
}  // namespace assay::cmd::testing
