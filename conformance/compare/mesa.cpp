// Expectations in files that have one line for each case.
#include "conformance/compare/mesa.h"

#include <fmt/format.h>

#include <fstream>

#include "conformance/base/glob.h"
#include "conformance/base/line_pattern.h"
#include "conformance/base/output_file.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/results_csv.h"
#include "conformance/keep/run_files.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

constexpr const char* kNever = "9999-12-31";

Waiver expectation(const std::filesystem::path& path, std::string id, std::string reason) {
  Waiver w;
  w.id = std::move(id);
  w.owner = path.string();
  w.reason = std::move(reason);
  w.expires = kNever;
  return w;
}

/// A status in deqp-runner's words.
std::string word_of(const std::string& status) {
  const auto verdict = verdict_named(status);
  return verdict ? std::string(deqp_word(*verdict)) : status;
}

/// How many cases a run was to test and did not: those without a verdict, and skips that fall
/// short. `results`: its folder, or its rows.
std::uint64_t untested_cases(const Results& results) {
  const auto sum = [](const specs::Json& run) {
    auto count = run.at("unjudged").get<std::uint64_t>();
    for (const specs::Json& skip : run.at("skips"))
      if (skip.at("short").get<bool>()) count += skip.at("count").get<std::uint64_t>();
    return count;
  };
  if (results.run) return sum(*results.run);
  const std::filesystem::path folder = results.file.parent_path();
  const bool is_ours =
      results.file.filename() == kResultsFile && std::filesystem::exists(folder / kRunFile);
  return is_ours ? sum(read_run_json(folder)) : 0;
}

}  // namespace

std::vector<Waiver> read_fails(const std::filesystem::path& path) {
  std::vector<Waiver> waivers;
  for_each_result(path, [&](const ResultRow& row) {
    if (!is_failing(standing_of(row.status)))
      throw Error(fmt::format("{}: {},{}: is no failure", path.string(), row.name, row.status));
    waivers.push_back(expectation(path, row.name, "expected: " + row.status));
    waivers.back().case_glob = Glob::of_text(row.name);
    waivers.back().verdicts = divergences_of(row.status);
  });
  return waivers;
}

std::vector<std::string> read_patterns(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  std::vector<std::string> patterns;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    try {
      LinePattern{line};
    } catch (const Error& e) {
      throw Error(fmt::format("{}:{}: {}", path.string(), number, e.what()));
    }
    patterns.push_back(line);
  }
  return patterns;
}

std::vector<Waiver> read_flakes(const std::filesystem::path& path) {
  std::vector<Waiver> waivers;
  for (const std::string& pattern : read_patterns(path)) {
    waivers.push_back(expectation(path, pattern, "known to be flaky"));
    waivers.back().case_regex = pattern;
    waivers.back().may_pass = true;
  }
  return waivers;
}

std::uint64_t write_mesa_files(const std::filesystem::path& run,
                               const std::filesystem::path& folder, const std::string& prefix) {
  // Where `run` is no run, this throws before anything is made.
  const Results from(run);
  const std::uint64_t untested = untested_cases(from);
  make_folder(folder);
  std::error_code ignored;
  if (std::filesystem::equivalent(from.file, folder / "results.csv", ignored))
    throw Error(fmt::format("{}: would be written over", from.file.string()));
  OutputFile results(folder / "results.csv"), failures(folder / "failures.csv");
  OutputFile fails(folder / (prefix + "-fails.txt")), flakes(folder / (prefix + "-flakes.txt"));
  OutputFile skips(folder / (prefix + "-skips.txt"));
  bool any = from.run.has_value();
  from.for_each_row([&](const ResultRow& row) {
    any = true;
    const std::string word = word_of(row.status);
    results.write(fmt::format("{},{},{:.9f}\n", row.name, word, row.seconds));
    switch (standing_of(row.status)) {
      case Standing::Fails:
        failures.write(fmt::format("{},{}\n", row.name, word));
        fails.write(fmt::format("{},{}\n", row.name, word));
        break;
      case Standing::Flaky:
        failures.write(fmt::format("{},{}\n", row.name, word));
        flakes.write(LinePattern::of_line(row.name) + "\n");
        break;
      case Standing::Skipped:
        if (untested == 0) skips.write(LinePattern::of_line(row.name) + "\n");
        break;
      case Standing::Passes:
        break;
    }
  });
  if (!any) throw Error(fmt::format("{}: has no results", from.file.string()));
  for (OutputFile* file : {&results, &failures, &fails, &flakes, &skips}) file->close();
  return untested;
}

}  // namespace assay::conformance
