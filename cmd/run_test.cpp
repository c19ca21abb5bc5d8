// Tests campaigns of the command line: their reports, files and exit codes.
#include <gtest/gtest.h>

#include <sstream>

#include "testing/cmd/program.h"
#include "testing/places.h"
#include "testing/specs/catalogue.h"

namespace assay::cmd::testing {
namespace {

struct Results {
  std::vector<std::string> names;
  std::map<std::string, std::uint64_t> verdicts;
};

Results results_of(const std::filesystem::path& folder) {
  std::istringstream stream(text_of(folder / "results.csv"));
  std::string line;
  std::getline(stream, line);
  EXPECT_EQ(line, "name,status,seconds");
  Results results;
  while (std::getline(stream, line)) {
    const std::size_t first = line.find(','), second = line.find(',', first + 1);
    EXPECT_EQ(line.find(',', second + 1), line.npos) << line;
    results.names.push_back(line.substr(0, first));
    ++results.verdicts[line.substr(first + 1, second - first - 1)];
    EXPECT_GE(std::stod(line.substr(second + 1)), 0);
  }
  return results;
}

std::vector<Json> json_lines(const std::filesystem::path& path) {
  std::vector<Json> objects;
  std::istringstream stream(text_of(path));
  for (std::string line; std::getline(stream, line);) objects.push_back(Json::parse(line));
  return objects;
}

std::map<std::string, std::uint64_t> verdicts_of(const Json& run) {
  std::map<std::string, std::uint64_t> verdicts;
  for (const auto& [name, o] : run["operators"].items())
    for (const auto& [verdict, count] : o["verdicts"].items())
      verdicts[verdict] += count.get<std::uint64_t>();
  return verdicts;
}

TEST(Run, reports_a_sound_driver) {
  const TestFolder folder;
  const std::filesystem::path out = folder.path / "deep" / "out";
  std::string operators;
  for (const specs::Spec* spec : specs::testing::some_specs(specs::testing::catalogue()))
    operators += (operators.empty() ? "" : ",") + spec->name();
  const Ran ran = assay(
      {"run", "--operator", operators, "--cases", "600", "--seed", "5", "--out", out.string()});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const char* word : {"seed 5", "cases/s", "No divergence in 600"})
    EXPECT_NE(ran.out.find(word), std::string::npos) << word;
  for (const specs::Spec* spec : specs::testing::some_specs(specs::testing::catalogue()))
    EXPECT_NE(ran.out.find("\n" + spec->name()), std::string::npos) << spec->name();
  const Json run = Json::parse(text_of(out / "run.json"));
  EXPECT_EQ(run["cases"], 600);
  EXPECT_EQ(run["exit_code"], 0);
  EXPECT_EQ(run["options"]["seed"], 5);
  EXPECT_TRUE(run["device"].contains("driver_version"));
  const Results results = results_of(out);
  EXPECT_EQ(results.names.size(), 600u);
  EXPECT_EQ(results.verdicts, verdicts_of(run));
  EXPECT_EQ(text_of(out / "failures.jsonl"), "");
  for (const auto& entry : std::filesystem::directory_iterator(out))
    EXPECT_NE(entry.path().extension(), ".partial") << entry.path();
}

TEST(Run, gives_the_same_cases_for_the_same_seed) {
  const TestFolder folder;
  const auto names = [&](const std::string& seed, const std::string& out) {
    const std::string path = (folder.path / out).string();
    EXPECT_EQ(assay({"run", "--operator", "gather,slice1,cumulative_summation", "--cases", "400",
                     "--seed", seed, "--out", path})
                  .code,
              0);
    return results_of(path).names;
  };
  const auto first = names("7", "a");
  EXPECT_EQ(first, names("7", "b"));
  EXPECT_NE(first, names("8", "c"));
}

TEST(Run, finds_and_records_what_faulty_kernels_do) {
  const TestFolder folder;
  const std::string kernels = faulty_kernels();
  const std::filesystem::path out = folder.path / "out";
  const Ran ran = assay({"run", "--operator", "gather,slice1", "--cases", "1500", "--kernels",
                         kernels, "--out", out.string()});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("Wrong gather"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("Wrong slice1"), std::string::npos) << ran.out;
  const Json run = Json::parse(text_of(out / "run.json"));
  const std::vector<Json> failures = json_lines(out / "failures.jsonl");
  EXPECT_EQ(run["exit_code"], 1);
  ASSERT_FALSE(failures.empty());
  EXPECT_EQ(run["divergences"], failures.size());
  const Results results = results_of(out);
  EXPECT_EQ(results.verdicts, verdicts_of(run));
  EXPECT_EQ(results.verdicts.at("Wrong"), failures.size());
  const std::set<std::string> names(results.names.begin(), results.names.end());
  for (const Json& failure : failures) EXPECT_TRUE(names.contains(failure["case"])) << failure;
  const std::string shrunk = failures[0]["shrunk"];
  EXPECT_EQ(assay({"check", "--kernels", kernels, shrunk}).code, 1);
  EXPECT_EQ(assay({"check", shrunk}).code, 0);

  // Failures that shrink to the same case are printed once.
  std::set<std::string> told;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  reproduce: ")) {
      EXPECT_TRUE(told.insert(line).second) << line;
    }
  }

  // A shell can run the command that the report gives.
  const std::string begin = "reproduce: ";
  const std::size_t at = ran.out.find(begin + assay::testing::built_program());
  ASSERT_NE(at, std::string::npos);
  const std::size_t first = at + begin.size();
  const std::string shell = ran.out.substr(first, ran.out.find('\n', at) - first) + " > /dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), 1) << shell;

  // So it can run the commands of the reproducers, which each shrunk failure names.
  const std::string command =
      std::string("\n") + assay::testing::built_program() + " check --device ";
  for (const Json& failure : failures) {
    ASSERT_EQ(failure.contains("reproducer"), failure.contains("shrunk")) << failure;
    if (!failure.contains("reproducer")) continue;
    EXPECT_TRUE(failure["reproduce"].get<std::string>().starts_with(command.substr(1))) << failure;
    const std::filesystem::path made = out / failure["reproducer"].get<std::string>();
    EXPECT_NE(text_of(made / "reproduce.c").find("\n//   " + command.substr(1)), std::string::npos);
    const std::string readme = text_of(made / "README.md");
    const std::size_t begins = readme.find(command);
    ASSERT_NE(begins, std::string::npos) << readme;
    const std::string pasted = readme.substr(begins, readme.find('\n', begins + 1) - begins);
    EXPECT_EQ(WEXITSTATUS(std::system((pasted + " > /dev/null").c_str())), 1) << pasted;
    // Of failures that shrink to the same case, the first is printed.
    if (failure == failures[0]) {
      EXPECT_NE(ran.out.find((made / "reproduce.c").string()), std::string::npos) << ran.out;
    }
  }
  EXPECT_NE(
      run["summary"].get<std::string>().find(": the kernels of " + kernels + "/gather.cl or "),
      std::string::npos)
      << run["summary"];
}

TEST(Run, keeps_to_operators_levels_and_budget) {
  const TestFolder folder;
  const std::string out = (folder.path / "out").string();
  EXPECT_EQ(assay({"run", "--cases", "200", "--operator", "gather,slice1", "--level", "4_1",
                   "--max-elements", "64", "--out", out})
                .code,
            0);
  for (const std::string& name : results_of(out).names)
    EXPECT_TRUE(name.starts_with("gather:level=4_1:") || name.starts_with("slice1:level=4_1:"))
        << name;
  const Ran budget = assay({"run", "--budget", "1s", "--operator", "gather"});
  EXPECT_EQ(budget.code, 0) << budget.err;
}

TEST(Run, tells_of_a_batch_that_only_fails_together_by_a_file_of_its_lines) {
  const TestFolder folder;
  // With this kernel, every case of a batch but the first takes a wrong element.
  const std::string gathered = "gathered_from(c, IndicesTensor, i)";
  const std::string sound = text_of(source_folder() / "opencl/kernels/gather.cl");
  folder.file("kernels/gather.cl",
              with(sound, "FROM(i) " + gathered, "FROM(i) get_global_id(1) > 0 ? 0 : " + gathered));
  const std::string kernels = (folder.path / "kernels").string();
  const std::string out = (folder.path / "out").string();
  const Ran ran = assay({"run", "--operator", "gather", "--cases", "600", "--plain", "--kernels",
                         kernels, "--out", out});
  EXPECT_EQ(ran.code, 1);
  const std::string words = std::string(assay::testing::built_program()) + " check --batch ";
  const std::size_t at = ran.out.find(words);
  ASSERT_NE(at, ran.out.npos) << ran.out;
  const std::string line = ran.out.substr(at, ran.out.find('\n', at) - at);
  const std::string file = line.substr(line.rfind(' ') + 1);
  EXPECT_TRUE(file.starts_with(out) && file.ends_with("/cases.txt")) << line;
  EXPECT_EQ(assay({"check", "--batch", "--kernels", kernels, file}).code, 1);
  EXPECT_EQ(assay({"check", "--batch", file}).code, 0);
}

}  // namespace
}  // namespace assay::cmd::testing
