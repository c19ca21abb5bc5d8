// A run that was stopped, killed or ran out of disk goes on to the end that it would have had
// undisturbed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>

#include <fstream>
#include <random>
#include <thread>

#include "testing/cmd/program.h"
#include "testing/cmd/running.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// The results without what shrinking gave.
End unshrunk(End end) {
  for (Json& failure : end.failures)
    for (const char* name : {"shrunk", "shrunk_found", "reproduce"}) failure.erase(name);
  return end;
}

/// Tests of a run with failures that is stopped and resumed.
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
  End undisturbed(const char* cases = "3000") const {
    EXPECT_EQ(assay(arguments(folder.path / "undisturbed", cases)).code, 1);
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
        // A slow machine may be stopped before it goes on. The folder is then as it was.
        const bool has_gone_on = first || code != 2;
        EXPECT_TRUE(!has_gone_on || code == (run_json["divergences"] > 0 ? 1 : 3)) << code;
      }
      ++stops;
    }
    EXPECT_GT(stops, 0);
    // A failure that is shrunk when the run is stopped is recorded as it stands.
    if (signal == SIGTERM)
      expect_same(unshrunk(end_of(out)), unshrunk(whole));
    else
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
  // So many cases that there is work left when the first divergence is told.
  const char* const cases = "8000";
  std::string command = "{ " + std::string(assay::testing::built_program());
  for (const std::string& word : arguments(out, cases)) command += " " + word;
  command += " 2>" + (folder.path / "err").string() + "; } | true; exit ${PIPESTATUS[0]}";
  const int status = std::system(
      ("POCL_CACHE_DIR=" + pocl_cache().string() + " bash -c '" + command + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  std::string err = text_of(folder.path / "err");
  take_progress(err);
  EXPECT_EQ(err, "assay: standard output: cannot be written\n");
  // It ends soon, with complete reports of what it did.
  EXPECT_GT(Json::parse(text_of(out / "run.json"))["unjudged"], 0);
  EXPECT_EQ(assay(resume(out)).code, 1);
  expect_same(end_of(out), undisturbed(cases));
}

TEST_F(Resume, is_judged_by_what_the_run_was_begun_with) {
  const std::string waivers = folder.file("waivers.json", R"({"format": 1, "waivers": [
      {"id": "nothing", "owner": "me", "case": "gather:*seed=77*", "reason": "none",
       "expires": "2020-01-01"}]})");
  fs::copy("/etc/OpenCL/vendors", folder.path / "vendors", fs::copy_options::recursive);
  folder.file("vendors/gone.icd", "/nonexistent/libgone.so\n");
  struct Begun {
    int code;
    std::vector<std::string> options;
    Surroundings around = {};
  };
  const Begun red[] = {
      {3, {"--min-coverage", "100"}},
      {1, {"--waivers", waivers, "--strict-waivers"}},
      {3, {}, {"", {{"OCL_ICD_VENDORS", (folder.path / "vendors").string()}}, {}}},
  };
  for (const Begun& begun : red) {
    const std::string out = (folder.path / ("red-" + std::to_string(&begun - red))).string();
    std::vector<std::string> words{"run",    "--cases", "20",    "--operator",
                                   "gather", "--plain", "--out", out};
    words.insert(words.end(), begun.options.begin(), begun.options.end());
    EXPECT_EQ(assay(words, begun.around).code, begun.code) << out;
    const Ran again = assay(resume(out));
    EXPECT_EQ(again.code, begun.code) << again.out;
    EXPECT_EQ(Json::parse(text_of(out + "/run.json"))["exit_code"], begun.code);
  }
}

TEST_F(Resume, waives_what_was_found_before_by_the_waivers_of_now) {
  const fs::path out = folder.path / "out", junit = folder.path / "junit.xml";
  const auto waivers = [this](const std::string& cases) {
    return folder.file("of-" + cases.substr(0, 5) + ".json",
                       R"({"format": 1, "waivers": [{"id": "known", "owner": "me", "case": ")" +
                           cases + R"(:*", "reason": "none", "expires": "2099-01-01"}]})");
  };
  const auto failures_in = [&](const std::vector<std::string>& options, int code) {
    std::vector<std::string> words = resume(out);
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--junit", junit.string()});
    const Ran run = assay(words);
    EXPECT_EQ(run.code, code) << run.out << run.err;
    return text_of(junit).find("<failure") != std::string::npos;
  };
  std::vector<std::string> begun{"run",       "--cases", "1000",  "--operator", "gather",
                                 "--kernels", kernels,   "--out", out.string()};
  begun.insert(begun.end(), {"--waivers", waivers("gather")});
  ASSERT_EQ(assay(begun).code, 0);
  EXPECT_FALSE(failures_in({}, 0)) << "by the waivers of the run's begin";
  EXPECT_TRUE(failures_in({"--waivers", waivers("slice1")}, 1));
  EXPECT_EQ(text_of(out / "failures.jsonl").find("waived"), std::string::npos);
  EXPECT_TRUE(failures_in({}, 1)) << "by the waivers that were given last";
  EXPECT_FALSE(failures_in({"--waivers", waivers("gather")}, 0));
}

TEST_F(Resume, tells_what_is_known_where_the_budget_is_over) {
  const fs::path out = folder.path / "out";
  ASSERT_EQ(assay({"run", "--cases", "20", "--budget", "60s", "--operator", "gather", "--plain",
                   "--out", out.string()})
                .code,
            0);
  // As where the run was killed some seconds after its budget, before it ended.
  fs::remove(out / "run.json");
  Json checkpoint = Json::parse(text_of(out / "checkpoint.json"));
  checkpoint["state"]["seconds"] = 70;
  folder.file("out/checkpoint.json", checkpoint.dump());
  seal_again(out);
  EXPECT_EQ(assay(resume(out)).code, 0);
  EXPECT_EQ(Json::parse(text_of(out / "run.json"))["cases"], 20);
}

TEST_F(Resume, of_a_folder_that_another_run_writes_to_is_refused_and_says_which) {
  const fs::path out = folder.path / "out";
  for (const bool resumed : {false, true}) {
    Running run(resumed ? resume(out) : arguments(out, "1000000000"));
    // The holder has named itself before it writes its first checkpoint, or goes on.
    while (!run.is_over() &&
           !fs::exists(out / (resumed ? "results.csv.partial" : "checkpoint.json")))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    expect_complaint(assay(resume(out)),
                     out.string() + ": process " + std::to_string(run.pid()) + " on ");
    expect_complaint(assay(arguments(out)), " writes to this folder");
    run.end(SIGTERM);
    EXPECT_FALSE(fs::exists(out / "lock"));
  }
}

TEST_F(Resume, refuses_a_checkpoint_of_another_format) {
  const fs::path out = folder.path / "out";
  ASSERT_EQ(assay(arguments(out, "1000")).code, 1);
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
  ASSERT_EQ(assay(arguments(out, "1000")).code, 1);
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
