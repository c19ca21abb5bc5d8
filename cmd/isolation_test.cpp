// Drivers that die, hang and refuse, workers that are killed: nothing is lost, and nothing is
// counted twice.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "testing/cmd/program.h"
#include "testing/cmd/running.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// The largest number of kills: ASSAY_TEST_KILLS, or a number that is enough for a test.
unsigned kills_asked() {
  const char* kills = std::getenv("ASSAY_TEST_KILLS");
  return kills ? static_cast<unsigned>(std::stoul(kills)) : 20;
}

TEST(Isolation, workers_killed_at_random_change_no_verdict_and_are_each_told) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const auto arguments = [&](const char* out) {
    return std::vector<std::string>{"run",
                                    "--cases",
                                    "4000",
                                    "--operator",
                                    "gather,slice1",
                                    "--seed",
                                    "11",
                                    "--out",
                                    (folder.path / out).string(),
                                    "--jobs",
                                    "2",
                                    "--kernels",
                                    kernels};
  };
  Running run(arguments("killed"));
  const fs::path rows = folder.path / "killed/results.csv.partial";
  std::mt19937 random(1);
  std::uintmax_t written = 0;
  unsigned kills = 0;
  while (kills < kills_asked() && !run.is_over()) {
    wait_a_little(random, 100);
    // Who is killed each time that it starts gives up, as it should: work must go on in between.
    std::error_code none_yet;
    const std::uintmax_t now = fs::file_size(rows, none_yet);
    if (none_yet || now == written) continue;
    written = now;
    kills += run.kill_worker(random);
  }
  EXPECT_GT(kills, 2u);
  EXPECT_EQ(run.end(0), 1);
  EXPECT_EQ(Json::parse(text_of(folder.path / "killed/run.json"))["incidents"], kills);
  EXPECT_EQ(assay(arguments("undisturbed")).code, 1);
  EXPECT_EQ(Json::parse(text_of(folder.path / "undisturbed/run.json"))["incidents"], 0);
  expect_same(end_of(folder.path / "killed"), end_of(folder.path / "undisturbed"));
}

struct FaultyRun {
  Ran ran;
  /// Rows of results.csv by verdict, and records by the verdict that they tell.
  std::map<std::string, unsigned> rows, records;
  /// The cases of either that are no pass, with their verdicts.
  std::multiset<std::pair<std::string, std::string>> failed_rows, failed_cases;
  std::vector<std::string> lines;
  Json run;
};

FaultyRun run_under(const std::string& fault, const std::string& every,
                    const std::vector<std::string>& more = {},
                    const char* operators = kFewOperators, const char* seed = "3") {
  const TestFolder folder;
  std::vector<std::string> words{
      "run",     "--cases", "1500", "--plain", "--operator",
      operators, "--seed",  seed,   "--out",   (folder.path / "out").string()};
  words.insert(words.end(), more.begin(), more.end());
  FaultyRun faulty;
  faulty.ran = assay(words, with_fault(fault, every));
  EXPECT_EQ(faulty.ran.err, "");
  std::istringstream rows(text_of(folder.path / "out/results.csv"));
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    const std::size_t comma = row.find(',');
    faulty.lines.push_back(row.substr(0, comma));
    const std::string verdict = row.substr(comma + 1, row.rfind(',') - comma - 1);
    ++faulty.rows[verdict];
    if (verdict != "Pass" && verdict != "Doubtful" && verdict != "Skip")
      faulty.failed_rows.emplace(faulty.lines.back(), verdict);
  }
  std::istringstream records(text_of(folder.path / "out/failures.jsonl"));
  while (std::getline(records, row)) {
    const Json record = Json::parse(row);
    ++faulty.records[record["found"]["verdict"]];
    faulty.failed_cases.emplace(record["case"], record["found"]["verdict"]);
  }
  faulty.run = Json::parse(text_of(folder.path / "out/run.json"));
  return faulty;
}

/// Every case has one row, and every divergence one row and one record.
void expect_all_judged_once(const FaultyRun& faulty) {
  unsigned all = 0, divergences = 0;
  for (const auto& [verdict, count] : faulty.rows) {
    all += count;
    if (verdict == "Pass" || verdict == "Doubtful" || verdict == "Skip") continue;
    divergences += count;
    EXPECT_EQ(faulty.records.contains(verdict) ? faulty.records.at(verdict) : 0, count) << verdict;
  }
  EXPECT_EQ(faulty.failed_rows, faulty.failed_cases);
  EXPECT_EQ(all, 1500u);
  EXPECT_EQ(faulty.run["cases"], 1500);
  EXPECT_EQ(faulty.run["divergences"], divergences);
  EXPECT_EQ(faulty.run["unjudged"], 0);
  EXPECT_EQ(faulty.run["incidents"], 0);
  EXPECT_FALSE(faulty.rows.contains("Skip")) << faulty.rows.at("Skip");
  EXPECT_EQ(faulty.ran.code, divergences ? 1 : 0);
}

TEST(Isolation, a_driver_that_crashes_now_and_then_is_flaky_and_costs_no_other_case) {
  const FaultyRun faulty = run_under("launch-crash", "60");
  expect_all_judged_once(faulty);
  // Batches that were lost are drawn again with their routes.
  const FaultyRun sound = run_under("launch-crash", "1000000000");
  expect_all_judged_once(sound);
  EXPECT_EQ(faulty.lines, sound.lines);
  EXPECT_GT(faulty.rows.at("Flaky"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
}

TEST(Isolation, a_driver_that_loses_its_device_now_and_then_costs_no_other_case) {
  // Without new workers, each case after the loss fails in its batch and passes alone.
  const FaultyRun faulty = run_under("device-lost", "60");
  expect_all_judged_once(faulty);
  EXPECT_GT(faulty.rows.at("Flaky"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
  EXPECT_NE(faulty.ran.out.find("the device is lost: "), std::string::npos) << faulty.ran.out;
}

TEST(Isolation, what_an_earlier_case_of_the_process_causes_is_shown_again_by_both) {
  const TestFolder folder;
  const fs::path out = folder.path / "out";
  const Ran ran = assay(
      {"run", "--cases", "20000", "--operator", "gather", "--seed", "3", "--out", out.string()},
      with_fault("svm-kept"));
  EXPECT_EQ(ran.code, 1);
  std::istringstream records(text_of(out / "failures.jsonl"));
  std::string row;
  while (std::getline(records, row) && !Json::parse(row).contains("after"));
  const Json record = Json::parse(row);
  ASSERT_TRUE(record.contains("after")) << row;
  EXPECT_EQ(record["found"]["verdict"], "Refused");
  const std::string after = record["after"], line = record["case"], command = record["reproduce"];
  EXPECT_NE(after.find("memory=svm"), after.npos) << after;
  EXPECT_LT(command.find(after), command.find(line)) << command;
  EXPECT_NE(ran.out.find("  only after another case in the same process; it passes alone\n"
                         "  reproduce: " +
                         command + "\n"),
            ran.out.npos)
      << ran.out;
  const Ran again = assay({"check", after, line}, with_fault("svm-kept"));
  EXPECT_EQ(again.code, 1);
  const std::string failed = "Refused  gather";
  EXPECT_NE(again.out.find(after), again.out.npos) << again.out;
  EXPECT_EQ(again.out.find(failed), again.out.rfind(failed)) << again.out;
  EXPECT_NE(again.out.find("\nRefused  " + line), again.out.npos) << again.out;
  EXPECT_EQ(assay({"check", line}, with_fault("svm-kept")).code, 0);
}

TEST(Isolation, a_driver_that_hangs_now_and_then_is_flaky_and_the_run_ends) {
  const FaultyRun faulty =
      run_under("launch-hang", "60", {"--timeout", "10", "--build-timeout", "10"});
  expect_all_judged_once(faulty);
  EXPECT_GT(faulty.rows.at("Flaky"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
}

TEST(Isolation, a_driver_that_compiles_at_the_first_launch_has_the_time_of_a_build) {
  const std::vector<std::string> words{"check", kGather + "@variant=bits", "--timeout", "0.2"};
  EXPECT_EQ(assay(words, with_fault("first-launch-slow")).code, 0);
}

TEST(Isolation, a_read_behind_a_tensor_that_ends_at_a_closed_page_is_a_crash) {
  const std::string text = text_of(source_folder() / "opencl/kernels/gather.cl");
  const TestFolder folder;
  // One element beyond is memory of the tensor's guard, where there is one.
  folder.file("gather.cl", with(text, "FROM(i) gathered_from", "FROM(i) 1 + gathered_from"));
  const std::string line =
      "gather:level=4_1:InputTensor=UINT32.1:IndicesTensor=INT64.1:OutputTensor=UINT32.1:Axis=0:"
      "IndexDimensions=0@variant=bits:memory=";
  const auto checked = [&](const std::string& memory) {
    return assay({"check", "--kernels", folder.path.string(), line + memory}).out;
  };
  EXPECT_TRUE(checked("usehost").starts_with("Wrong"));
  EXPECT_TRUE(checked("pageend").starts_with("Crashed"));
  EXPECT_TRUE(assay({"check", line + "pageend"}).out.starts_with("Pass"));
}

TEST(Isolation, a_driver_that_leaks_has_new_workers_before_memory_runs_out) {
  // It leaks 32 MB a launch.
  const FaultyRun faulty = run_under("launch-leak", "", {"--memory", "1536M"});
  expect_all_judged_once(faulty);
  EXPECT_EQ(faulty.ran.code, 0);
  rusage usage{};
  ASSERT_EQ(::getrusage(RUSAGE_CHILDREN, &usage), 0);
  constexpr long kMostKilobytes = 3 << 19;
  EXPECT_LT(usage.ru_maxrss, kMostKilobytes);
}

TEST(Isolation, a_driver_that_refuses_memory_or_launches_now_and_then_costs_no_other_case) {
  for (const auto& [fault, every] : {std::pair{"buffer-refused", "10"}, {"launch-refused", "70"}}) {
    const FaultyRun faulty = run_under(fault, every);
    expect_all_judged_once(faulty);
    EXPECT_GT(faulty.run["divergences"], 0) << fault;
  }
}

TEST(Isolation, a_data_type_that_does_not_build_is_refused_and_all_others_are_judged) {
  // Both operators draw variants for FLOAT64 by this seed.
  const FaultyRun faulty = run_under("double-unbuilt", "", {}, "gather,slice1", "2");
  expect_all_judged_once(faulty);
  EXPECT_GT(faulty.rows.at("Refused"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
  for (const auto& [name, o] : faulty.run["operators"].items())
    for (const Json& by : o["by_type_and_level"])
      EXPECT_TRUE(by["type"] == "FLOAT64" || !by["verdicts"].contains("Refused")) << by;
}

}  // namespace
}  // namespace assay::cmd::testing
