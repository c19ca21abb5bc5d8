// Tests that merged shards give the same results as one run of the whole campaign.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "testing/cmd/program.h"
#include "testing/places.h"

namespace assay::cmd::testing {
namespace {

namespace fs = std::filesystem;

/// The text of a results.csv without the seconds.
std::string results_without_times(const fs::path& folder) {
  std::istringstream stream(text_of(folder / "results.csv"));
  std::string text;
  for (std::string line; std::getline(stream, line);)
    text += line.substr(0, line.rfind(',')) + "\n";
  return text;
}

std::string failures_without_times(const fs::path& folder) {
  std::istringstream stream(text_of(folder / "failures.jsonl"));
  std::string text;
  for (std::string line; std::getline(stream, line);) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(line);
    json.erase("seconds");
    text += json.dump() + "\n";
  }
  return text;
}

/// The text of a run.json without times, the command and the number of workers, which differ
/// between runs.
std::string run_without_times(const fs::path& folder) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(text_of(folder / "run.json"));
  // A merge runs no case, so its findings may have other conditions.
  for (const char* key : {"times", "builds", "command", "jobs", "findings", "files", "seal"})
    EXPECT_EQ(json.erase(key), 1u) << key;
  return json.dump(2);
}

/// The texts of the reproducers' files, by their paths within the folder.
std::map<std::string, std::string> reproducers(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "reproducers"))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), folder).string()] = text_of(entry.path());
  return files;
}

struct Campaign {
  TestFolder folder;
  std::string kernels = faulty_kernels();

  Ran run(const std::string& name, std::vector<std::string> more) const {
    std::vector<std::string> words{
        "run",        "--cases", "1600",      "--seed", "5",       "--max-elements", "1024",
        "--operator", "gather",  "--kernels", kernels,  "--plain", "--out",          path(name)};
    words.insert(words.end(), more.begin(), more.end());
    return assay(words);
  }
  std::string path(const std::string& name) const { return (folder.path / name).string(); }
};

TEST(Merge, names_variants_that_compiled_in_no_shard) {
  Campaign c;
  const std::string kernels = c.path("kernels");
  fs::create_directory(kernels);
  c.folder.file("kernels/gather.cl", "#error no\n" + text_of(fs::path(c.kernels) / "gather.cl"));
  c.kernels = kernels;
  std::vector<std::string> merge{"merge", "--out", c.path("merged")};
  for (const std::string shard : {"1", "2"}) {
    EXPECT_EQ(c.run(shard, {"--shard", shard + "/2"}).code, 1);
    merge.push_back(c.path(shard));
  }
  const Ran merged = assay(merge);
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_NE(merged.out.find("Never compiled: gather/"), std::string::npos) << merged.out;
}

TEST(Merge, eight_shards_are_one_run_byte_for_byte_but_for_times) {
  const Campaign c;
  EXPECT_EQ(c.run("whole", {}).code, 1);
  std::vector<std::string> merge{"merge", "--out", c.path("merged")};
  for (int i = 1; i <= 8; ++i) {
    const std::string name = "shard-" + std::to_string(i);
    const Ran ran = c.run(name, {"--shard", std::to_string(i) + "/8"});
    EXPECT_LE(ran.code, 1) << ran.err;
    EXPECT_NE(ran.out.find("seed 5, shard " + std::to_string(i) + "/8"), std::string::npos);
    merge.push_back(c.path(name));
  }
  const Ran merged = assay(merge);
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_NE(merged.out.find("of 1,600 cases diverge"), std::string::npos) << merged.out;
  const fs::path whole = c.path("whole"), together = c.path("merged");
  EXPECT_EQ(results_without_times(together), results_without_times(whole));
  EXPECT_EQ(failures_without_times(together), failures_without_times(whole));
  EXPECT_NE(failures_without_times(together), "");
  EXPECT_EQ(reproducers(together), reproducers(whole));
  EXPECT_GE(reproducers(together).size(), 2u);
  EXPECT_EQ(run_without_times(together), run_without_times(whole));
  const Json run = Json::parse(text_of(together / "run.json"));
  std::size_t in_findings = 0;
  for (const Json& f : run["findings"]) in_findings += f["failing"].size();
  EXPECT_EQ(in_findings, run["divergences"]) << run["findings"];
  EXPECT_NE(merged.out.find("\nFinding 1 ("), std::string::npos) << merged.out;
  const Ran told = assay({"explain", together.string()});
  EXPECT_TRUE(told.out.starts_with("Finding 1 (")) << told.out;
}

TEST(Merge, names_shards_that_are_missing_or_unfinished) {
  const Campaign c;
  for (const char* shard : {"1", "2"}) c.run(shard, {"--shard", std::string(shard) + "/4"});
  const Ran two = assay({"merge", c.path("1"), c.path("2")});
  EXPECT_EQ(two.code, 1);
  EXPECT_NE(two.out.find("Missing: shard 3/4\nMissing: shard 4/4\n"), std::string::npos) << two.out;
  // The folder of a run that was killed has no run.json.
  fs::remove(fs::path(c.path("2")) / "run.json");
  const Ran one = assay({"merge", c.path("1"), c.path("2"), "--out", c.path("merged")});
  EXPECT_NE(one.out.find("Missing: shard 2/4, unfinished: " + c.path("2")), std::string::npos)
      << one.out;
  const Json run = Json::parse(text_of(fs::path(c.path("merged")) / "run.json"));
  EXPECT_EQ(run["missing_shards"].size(), 3u);
  EXPECT_EQ(run["cases"].get<int>() + run["unjudged"].get<int>(), 1600);
}

TEST(Merge, without_divergence_a_missing_shard_is_less_tested_than_asked_for) {
  const TestFolder folder;
  const std::string out = (folder.path / "1").string();
  EXPECT_EQ(
      assay({"run", "--operator", kFewOperators, "--cases", "200", "--shard", "1/2", "--out", out})
          .code,
      0);
  const Ran merged = assay({"merge", out});
  EXPECT_EQ(merged.code, 3);
  EXPECT_NE(merged.out.find("Nothing failed in the shards that are there, but shards are missing."),
            std::string::npos);
}

TEST(Merge, gives_a_run_that_cannot_go_on_as_if_it_lacked_nothing) {
  const Campaign c;
  c.run("first", {"--shard", "1/2"});
  assay({"merge", c.path("first"), "--out", c.path("half")});
  expect_complaint(assay({"run", "--resume", c.path("half")}), "--resume goes on with each shard");
  expect_complaint(assay({"merge", c.path("half")}), "give the shards themselves");
}

TEST(Merge, takes_a_shard_without_a_case_as_it_is) {
  const TestFolder folder;
  std::vector<std::string> merge{"merge", "--out", (folder.path / "whole").string()};
  int empty = 0;
  for (int i = 1; i <= 4; ++i) {
    const std::string out = (folder.path / std::to_string(i)).string();
    merge.push_back(out);
    const Ran ran = assay({"run", "--cases", "2", "--operator", "gather", "--plain", "--shard",
                           std::to_string(i) + "/4", "--out", out});
    if (ran.code == 0) continue;
    // A run that tested nothing is not a success, and says why nothing was tested.
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_NE(ran.out.find("Nothing was tested: shard " + std::to_string(i) +
                           "/4 has no case; use fewer shards."),
              std::string::npos)
        << ran.out;
    ++empty;
  }
  EXPECT_GT(empty, 0);
  const Ran merged = assay(merge);
  EXPECT_EQ(merged.code, 0) << merged.out << merged.err;
  EXPECT_NE(merged.out.find("No divergence in 2 cases."), std::string::npos) << merged.out;
}

TEST(Merge, refuses_what_is_not_of_one_campaign) {
  const TestFolder folder;
  const auto path = [&](const char* name) { return (folder.path / name).string(); };
  const auto run = [&](const char* name, const char* seed, const char* shard) {
    EXPECT_EQ(assay({"run", "--cases", "60", "--operator", "gather", "--seed", seed, "--shard",
                     shard, "--out", path(name)})
                  .code,
              0);
  };
  run("a", "1", "1/2");
  run("twice", "1", "1/2");
  run("seed", "2", "2/2");
  run("shards", "1", "2/3");
  expect_complaint(assay({"merge", path("a"), path("twice")}), "twice: shard 1/2, which ");
  expect_complaint(assay({"merge", path("a"), path("seed")}), "seed is 2, not 1");
  expect_complaint(assay({"merge", path("a"), path("shards")}),
                   "shards: is shard 2/3, but " + path("a") + " is one of 2");
  run("whole", "1", "1/1");
  expect_complaint(assay({"merge", path("a"), path("whole")}),
                   "whole: is shard 1/1, but " + path("a") + " is one of 2");
  // A kernel that computes the same, and is another text.
  const std::string kernels = path("kernels");
  fs::create_directories(kernels);
  fs::copy(source_folder() / "opencl/kernels/gather.cl", kernels);
  const std::vector<std::string> with{"run",       "--cases", "60",      "--operator", "gather",
                                      "--kernels", kernels,   "--shard", "2/2",        "--out"};
  std::vector<std::string> own = with;
  own.push_back(path("own"));
  EXPECT_EQ(assay(own).code, 0);
  expect_complaint(assay({"merge", path("a"), path("own")}), "not the same: the kernels");
  std::ofstream(fs::path(kernels) / "gather.cl", std::ios::app) << "// Another text.\n";
  expect_complaint(assay({"run", "--resume", path("own")}), "the kernels changed");
  expect_complaint(assay({"merge", path("nowhere")}), "checkpoint.json");
  expect_complaint(assay({"merge", path("a"), "--out", path("a")}), "holds a run already");
}

TEST(Shard, comes_from_the_surroundings_and_may_be_overruled) {
  const TestFolder folder;
  Surroundings second;
  second.environment = {{"TEST_SHARD_INDEX", "1"},
                        {"TEST_TOTAL_SHARDS", "2"},
                        {"TEST_SHARD_STATUS_FILE", (folder.path / "status").string()}};
  const std::vector<std::string> run{"run", "--cases", "100", "--operator", "gather"};
  EXPECT_NE(assay(run, second).out.find("shard 2/2"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder.path / "status"));
  std::vector<std::string> all = run;
  all.insert(all.end(), {"--shard", "1/1"});
  EXPECT_EQ(assay(all, second).out.find("shard"), std::string::npos);
  expect_complaint(assay({"run", "--shard", "9/8"}), "--shard 9/8: give I/N");
  expect_complaint(assay(run, {{}, {{"JOB_COMPLETION_INDEX", "1"}}, {}}), "JOB_COMPLETION_TOTAL");
}

}  // namespace
}  // namespace assay::cmd::testing
