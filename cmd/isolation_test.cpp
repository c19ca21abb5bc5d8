// Drivers that die, hang and refuse, workers and parents that are killed: nothing is lost, nothing
// is counted twice, and what was stopped goes on to the same end.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "ops/child_process.h"
#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// A run that goes on while a test does something to it.
class Running {
 public:
  explicit Running(const std::vector<std::string>& arguments) : child_(options(arguments)) {}

  bool is_over() { return child_.wait(ops::Deadline(0)).has_value(); }
  /// Sends the signal, if any, and waits. The exit code, as a shell gives it.
  int end(int signal = 0) {
    if (signal) child_.signal(signal);
    return child_.wait()->shell_code();
  }
  /// Kills one of its worker processes. False where that was about to end anyway: the run stands
  /// still meanwhile, so that none is replaced between the look and the blow.
  bool kill_worker(std::mt19937& random) const {
    const ::pid_t run = child_.pid();
    ::kill(run, SIGSTOP);
    while (state_of(run) != 'T' && state_of(run) != 'Z') std::this_thread::yield();
    bool killed = false;
    if (const auto workers = children(); !workers.empty()) {
      const ::pid_t one = workers[random() % workers.size()];
      ::kill(one, SIGKILL);
      while (state_of(one) != 'Z') std::this_thread::yield();
      killed = status_of(one) == SIGKILL;
    }
    ::kill(run, SIGCONT);
    return killed;
  }

 private:
  /// The fields of /proc/PID/stat from the third on.
  static std::vector<std::string> stat(::pid_t process) {
    const std::string text = text_of("/proc/" + std::to_string(process) + "/stat");
    std::istringstream behind(text.substr(text.rfind(')') + 1));
    std::vector<std::string> fields;
    for (std::string field; behind >> field;) fields.push_back(field);
    return fields;
  }
  static char state_of(::pid_t process) { return stat(process).at(0)[0]; }
  /// Of a process that is over and not yet waited for, as waitpid() would give it.
  static int status_of(::pid_t process) { return std::stoi(stat(process).back()); }
  std::vector<::pid_t> children() const {
    const std::string me = std::to_string(child_.pid());
    std::ifstream list("/proc/" + me + "/task/" + me + "/children");
    std::vector<::pid_t> alive;
    for (::pid_t child; list >> child;)
      if (state_of(child) != 'Z') alive.push_back(child);
    return alive;
  }

  static ops::ChildOptions options(const std::vector<std::string>& arguments) {
    ops::ChildOptions options{.program = ASSAY_PROGRAM, .words = {ASSAY_PROGRAM}};
    options.words.insert(options.words.end(), arguments.begin(), arguments.end());
    options.environment["POCL_CACHE_DIR"] = pocl_cache().string();
    return options;
  }

  ops::ChildProcess child_;
};

/// What a run came to, but for times: rows without seconds, failures without seconds, the counts.
struct End {
  std::vector<std::string> rows;
  std::vector<Json> failures;
  Json operators;
};

End end_of(const fs::path& folder) {
  End end;
  std::istringstream rows(text_of(folder / "results.csv"));
  for (std::string row; std::getline(rows, row);) end.rows.push_back(row.substr(0, row.rfind(',')));
  std::istringstream failures(text_of(folder / "failures.jsonl"));
  for (std::string line; std::getline(failures, line);) {
    end.failures.push_back(Json::parse(line));
    end.failures.back().erase("seconds");
  }
  end.operators = Json::parse(text_of(folder / "run.json"))["operators"];
  return end;
}

void expect_same(const End& a, const End& b) {
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t i = 0; i < a.rows.size(); ++i) ASSERT_EQ(a.rows[i], b.rows[i]) << "row " << i;
  EXPECT_EQ(a.failures, b.failures);
  EXPECT_EQ(a.operators, b.operators);
}

void wait_a_little(std::mt19937& random, int most) {
  std::this_thread::sleep_for(
      std::chrono::milliseconds(std::uniform_int_distribution<>(5, most)(random)));
}

/// ASSAY_TEST_KILLS, or enough for a test.
unsigned kills_asked() {
  const char* kills = std::getenv("ASSAY_TEST_KILLS");
  return kills ? static_cast<unsigned>(std::stoul(kills)) : 20;
}

TEST(Isolation, workers_killed_at_random_change_no_verdict_and_are_each_told) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const auto arguments = [&](const char* out, const std::string& cases) {
    return std::vector<std::string>{
        "run",       "--cases", cases,    "--seed", "11", "--out", (folder.path / out).string(),
        "--kernels", kernels,   "--jobs", "2"};
  };
  // It runs as long as it needs, on whatever machine: what it came to is what as many cases without
  // kills come to.
  Running run(arguments("killed", "1000000000"));
  const fs::path rows = folder.path / "killed/results.csv.partial";
  std::mt19937 random(1);
  std::uintmax_t written = 0;
  for (unsigned kills = 0; kills < kills_asked();) {
    ASSERT_FALSE(run.is_over());
    wait_a_little(random, 100);
    // Who is killed each time that it starts gives up, as it should: work must go on in between.
    std::error_code none_yet;
    const std::uintmax_t now = fs::file_size(rows, none_yet);
    if (none_yet || now == written) continue;
    written = now;
    kills += run.kill_worker(random);
  }
  EXPECT_EQ(run.end(SIGTERM), 1);
  const Json killed = Json::parse(text_of(folder.path / "killed/run.json"));
  EXPECT_EQ(killed["incidents"], kills_asked());
  EXPECT_EQ(assay(arguments("undisturbed", killed["cases"].dump())).code, 1);
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
                    const std::vector<std::string>& more = {}) {
  const TestFolder folder;
  std::vector<std::string> words{"run",    "--cases", "1500",  "--plain",
                                 "--seed", "3",       "--out", (folder.path / "out").string()};
  words.insert(words.end(), more.begin(), more.end());
  Surroundings surroundings{
      "", {{"OPENCL_LAYERS", fault_layer().string()}, {"ASSAY_FAULT", fault}}, {}};
  if (!every.empty()) surroundings.environment.emplace_back("ASSAY_FAULT_EVERY", every);
  FaultyRun faulty;
  faulty.ran = assay(words, surroundings);
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

TEST(Isolation, a_driver_that_hangs_now_and_then_is_flaky_and_the_run_ends) {
  const FaultyRun faulty =
      run_under("launch-hang", "60", {"--timeout", "10", "--build-timeout", "10"});
  expect_all_judged_once(faulty);
  EXPECT_GT(faulty.rows.at("Flaky"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
}

TEST(Isolation, a_driver_that_compiles_at_the_first_launch_has_the_time_of_a_build) {
  const std::vector<std::string> words{"check", kGather + "@variant=bits", "--timeout", "0.2"};
  const Surroundings slow{
      "", {{"OPENCL_LAYERS", fault_layer().string()}, {"ASSAY_FAULT", "first-launch-slow"}}, {}};
  EXPECT_EQ(assay(words, slow).code, 0);
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
  const FaultyRun faulty = run_under("double-unbuilt", "");
  expect_all_judged_once(faulty);
  EXPECT_GT(faulty.rows.at("Refused"), 0u);
  EXPECT_EQ(faulty.records.size(), 1u);
  for (const auto& [name, o] : faulty.run["operators"].items())
    for (const Json& by : o["by_type_and_level"])
      EXPECT_TRUE(by["type"] == "FLOAT64" || !by["verdicts"].contains("Refused")) << by;
}

/// A run with failures in it, stopped and taken up again.
class Resume : public ::testing::Test {
 protected:
  Resume() : kernels(faulty_kernels()) {}

  std::vector<std::string> arguments(const fs::path& out, const char* cases = "3000") const {
    return {"run",       "--cases", cases,   "--operator", "gather,slice1",
            "--kernels", kernels,   "--out", out.string()};
  }
  static std::vector<std::string> resume(const fs::path& out) {
    return {"run", "--resume", out.string()};
  }
  End undisturbed() const {
    EXPECT_EQ(assay(arguments(folder.path / "undisturbed")).code, 1);
    return end_of(folder.path / "undisturbed");
  }

  const TestFolder folder;
  const std::string kernels;
};

TEST_F(Resume, after_a_stop_or_a_kill_gives_what_an_undisturbed_run_gives) {
  const End whole = undisturbed();
  EXPECT_FALSE(whole.failures.empty());
  std::mt19937 random(2);
  for (const int signal : {SIGTERM, SIGKILL}) {
    const fs::path out = folder.path / ("out-" + std::to_string(signal));
    int stops = 0;
    for (bool first = true;; first = false) {
      Running run(first ? arguments(out) : resume(out));
      // Until it has written a checkpoint there is nothing to go on from.
      while (first && !run.is_over() && !fs::exists(out / "checkpoint.json"))
        wait_a_little(random, 10);
      std::this_thread::sleep_for(std::chrono::milliseconds(first ? 500 : 1000));
      if (stops == 2 || run.is_over()) {
        EXPECT_EQ(run.end(), 1);
        break;
      }
      const int code = run.end(signal);
      if (signal == SIGTERM) {
        ASSERT_TRUE(fs::exists(out / "run.json"));
        // A slow machine may not have met the first failure yet.
        const Json run_json = Json::parse(text_of(out / "run.json"));
        EXPECT_EQ(code, run_json["divergences"] > 0 ? 1 : 3);
      }
      ++stops;
    }
    EXPECT_GT(stops, 0);
    expect_same(end_of(out), whole);
  }
}

TEST_F(Resume, after_a_full_disk_gives_what_an_undisturbed_run_gives) {
  const fs::path disk = folder.path / "disk";
  fs::create_directory(disk);
  if (::mount("assay", disk.c_str(), "tmpfs", 0, "size=300k") != 0)
    GTEST_SKIP() << "only root may mount the small file system that this needs";
  const Ran full = assay(arguments(disk / "out"));
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.err.find("No space left on device"), std::string::npos) << full.err;
  EXPECT_EQ(full.err.find('\n'), full.err.size() - 1) << full.err;
  // What was complete stays readable.
  EXPECT_TRUE(Json::accept(text_of(disk / "out/checkpoint.json")));
  ::mount("assay", disk.c_str(), "tmpfs", MS_REMOUNT, "size=30m");
  EXPECT_EQ(assay(resume(disk / "out")).code, 1);
  const End end = end_of(disk / "out");
  ::umount(disk.c_str());
  expect_same(end, undisturbed());
}

TEST_F(Resume, after_its_reader_went_away_gives_what_an_undisturbed_run_gives) {
  const fs::path out = folder.path / "out";
  std::string command = "{ " + std::string(ASSAY_PROGRAM);
  for (const std::string& word : arguments(out)) command += " " + word;
  command += " 2>" + (folder.path / "err").string() + "; } | true; exit ${PIPESTATUS[0]}";
  const int status = std::system(
      ("POCL_CACHE_DIR=" + pocl_cache().string() + " bash -c '" + command + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(text_of(folder.path / "err"), "assay: standard output: cannot be written\n");
  // It ends soon, with complete reports of what it did.
  EXPECT_GT(Json::parse(text_of(out / "run.json"))["unjudged"], 0);
  EXPECT_EQ(assay(resume(out)).code, 1);
  expect_same(end_of(out), undisturbed());
}

TEST_F(Resume, refuses_a_checkpoint_of_another_format) {
  const fs::path out = folder.path / "out";
  ASSERT_EQ(assay(arguments(out, "200")).code, 1);
  const std::string checkpoint = text_of(out / "checkpoint.json");
  folder.file("out/checkpoint.json",
              with(checkpoint, of_this_format("\"format\":{}"), "\"format\":99"));
  expect_complaint(assay(resume(out)), of_this_format("checkpoint.json: not of format {}"));
  for (const std::string& broken : {std::string("{}"), std::string(), checkpoint.substr(0, 100)}) {
    folder.file("out/checkpoint.json", broken);
    expect_complaint(assay(resume(out)), "checkpoint.json");
  }
}

TEST_F(Resume, leaves_a_folder_of_which_no_reader_takes_another_format) {
  const fs::path out = folder.path / "out";
  ASSERT_EQ(assay(arguments(out, "200")).code, 1);
  const std::string run = out.string(), page = (folder.path / "page").string();
  const std::vector<std::vector<std::string>> readers{{"diff", run, run},
                                                      {"merge", run},
                                                      {"waive", run, "--owner", "me"},
                                                      {"report", run, "--markdown", page}};
  const auto of_format = [](const std::string& text, const std::string& to) {
    const std::string pretty = of_this_format("\"format\": {}");
    return with(text, text.find(pretty) != text.npos ? pretty : of_this_format("\"format\":{}"),
                to);
  };
  for (const std::string name : {"run.json", "failures.jsonl"}) {
    const std::string kept = text_of(out / name);
    for (const std::string& other :
         {std::string("\"format\":99"), of_this_format("\"format\":\"{}\""),
          of_this_format("\"form\":{}")}) {
      folder.file("out/" + name, of_format(kept, other));
      for (const auto& words : readers)
        if (words[0] != "diff" || name == "run.json") expect_complaint(assay(words), name);
    }
    folder.file("out/" + name, kept);
  }
  for (const auto& words : readers) EXPECT_NE(assay(words).code, 2) << words[0];
}

}  // namespace
}  // namespace assay::cmd::testing
