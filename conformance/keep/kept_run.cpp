// Readers of a run's folder. run.json is checked here for each field that other code takes from it,
// so that that code need not check again.
#include "conformance/keep/kept_run.h"

#include <fmt/format.h>

#include "conformance/keep/checkpoint.h"
#include "conformance/keep/run_files.h"
#include "conformance/keep/run_json.h"
#include "conformance/keep/sealed_file.h"
#include "conformance/run/device_json.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;
using specs::JsonPlace;

void each_text(const JsonPlace& place, std::initializer_list<const char*> keys) {
  for (const char* key : keys) place.at(key).text();
}

void each_natural(const JsonPlace& place, std::initializer_list<const char*> keys) {
  for (const char* key : keys) place.at(key).natural();
}

void all_texts(const JsonPlace& place) {
  for (const JsonPlace& entry : place.entries()) entry.text();
}

/// Checks counts by verdict. Gives their sum, and adds those of divergences to `diverged`.
std::uint64_t check_verdicts(const JsonPlace& verdicts, std::uint64_t& diverged) {
  std::uint64_t all = 0;
  for (const auto& [name, count] : verdicts.members()) {
    const auto verdict = verdict_named(name);
    if (!verdict) count.fail("is no verdict");
    all += count.natural();
    if (is_divergence(*verdict)) diverged += count.natural();
  }
  return all;
}

std::uint64_t check_operator(const JsonPlace& o, std::uint64_t& diverged) {
  o.at("kernels").text();
  o.at("worst_headroom").number();
  for (const auto& [type, bins] : o.at("headroom").members())
    for (const JsonPlace& bin : bins.entries()) bin.natural();
  for (const JsonPlace& cell : o.at("by_type_and_level").entries()) {
    std::uint64_t ignored = 0;
    each_text(cell, {"type", "level"});
    check_verdicts(cell.at("verdicts"), ignored);
  }
  for (const auto& [id, rule] : o.at("rules").members())
    each_natural(rule, {"satisfied", "low_edge", "high_edge"});
  return check_verdicts(o.at("verdicts"), diverged);
}

void check_counts(const JsonPlace& run) {
  std::uint64_t cases = 0, diverged = 0;
  for (const auto& [name, o] : run.at("operators").members()) cases += check_operator(o, diverged);
  if (run.at("cases").natural() != cases)
    run.at("cases").fail(fmt::format("is not {}, as many as the operators have", cases));
  if (run.at("divergences").natural() != diverged)
    run.at("divergences").fail(fmt::format("is not {}, as many as the operators have", diverged));
}

void check_finding(const JsonPlace& finding) {
  each_text(finding, {"key", "title", "sentence"});
  for (const char* key : {"operators", "failures", "conditions"}) all_texts(finding.at(key));
  finding.at("explained").boolean();
  each_natural(finding, {"passing", "passing_alike"});
  for (const JsonPlace& place : finding.at("failing").entries()) place.natural();
  if (finding.has("waived")) finding.at("waived").natural();
  if (finding.has("examples")) all_texts(finding.at("examples"));
}

void check_run(const JsonPlace& run) {
  each_text(run, {"assay", "command", "summary"});
  run.at("exit_code").integer(0, 3);
  check_device(run.at("device"));
  run.at("options").at("seed").natural();
  check_counts(run);
  for (const JsonPlace& skip : run.at("skips").entries()) {
    skip.at("reason").text();
    skip.at("short").boolean();
    skip.at("count").natural();
  }
  for (const JsonPlace& f : run.at("findings").entries()) check_finding(f);
  if (run.has("complaints"))
    for (const JsonPlace& c : run.at("complaints").entries()) {
      each_text(c, {"about", "text"});
      c.at("red").boolean();
    }
  if (run.has("missing_shards")) all_texts(run.at("missing_shards"));
  if (run.has("stopped")) run.at("stopped").boolean();
  each_natural(run, {"unjudged", "incidents", "jobs"});
  if (run.has("builds")) {
    each_natural(run.at("builds"), {"programs", "kernels"});
    for (const char* key : {"seconds", "share"}) run.at("builds").at(key).number();
  }
  for (const char* key : {"seconds", "build_seconds", "investigation_seconds", "cases_per_second"})
    run.at("times").at(key).number();
}

Seals check_files(const JsonPlace& files) {
  for (const auto& [name, seal] : files.members()) seal.text();
  try {
    return seals_from_json(files.json());
  } catch (const Error& e) {
    files.fail(e.what());
  }
}

void check_failure(const JsonPlace& failure) {
  each_text(failure, {"case", "device", "reproduce"});
  failure.at("batch_number").natural();
  all_texts(failure.at("kind"));
  for (const char* key : {"found", "shrunk_found"}) {
    if (key != std::string_view("found") && !failure.has("shrunk")) continue;
    const JsonPlace place = failure.at(key);
    std::optional<Judgement> j;
    try {
      j = judgement_from_json(place.json());
    } catch (const Json::exception& e) {
      place.fail(specs::words_of(e));
    } catch (const Error& e) {
      place.fail(e.what());
    }
    if (!is_divergence(j->verdict)) place.fail("is no divergence");
  }
  for (const char* key : {"shrunk", "after", "waived", "reproducer"})
    if (failure.has(key)) failure.at(key).text();
  if (failure.has("batch")) all_texts(failure.at("batch"));
}

/// Throws Error for a results file that is named alone, if it is one of assay's and was changed
/// since, or if nothing tells whether it was.
void require_sound(const std::filesystem::path& file) {
  const std::filesystem::path path = std::filesystem::absolute(file).parent_path() / kRunFile;
  std::error_code none;
  if (std::filesystem::exists(path, none)) {
    const Json run = read_sealed(path);
    const Seals seals = check_files(JsonPlace(run, path.string()).at("files"));
    if (const auto seal = seals.find(file.filename().string()); seal != seals.end())
      return seal->second.require(file);
  }
  if (is_own_results(file))
    throw Error(fmt::format(
        "{}: is a results file of assay without the run.json of its run beside it, so nobody can "
        "tell whether it was changed: give the folder of the run",
        file.string()));
}

}  // namespace

Json read_own_run_json(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kRunFile;
  if (!std::filesystem::exists(path))
    throw Error(
        std::filesystem::exists(folder / kCheckpointFile)
            ? fmt::format(
                  "{}: holds no run.json: the run has not ended (assay run --resume ends it)",
                  folder.string())
            : fmt::format("{}: holds no run (no run.json)", folder.string()));
  Json run = read_sealed(path);
  check_run(JsonPlace(run, path.string()));
  return run;
}

Json read_run_json(const std::filesystem::path& folder) {
  Json run = read_own_run_json(folder);
  const JsonPlace place(run, (folder / kRunFile).string());
  for (const auto& [name, seal] : check_files(place.at("files"))) seal.require(folder / name);
  return run;
}

std::vector<Json> read_failure_lines(const std::filesystem::path& file) {
  const std::string path = file.string();
  const std::string text = specs::read_file(path);
  std::vector<Json> failures;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string where = fmt::format("{}:{}", path, failures.size() + 1);
    failures.push_back(specs::parse_json(std::string_view(text).substr(at, end - at), where));
    require_format(failures.back(), where);
    check_failure(JsonPlace(failures.back(), where));
    at = end + 1;
  }
  return failures;
}

std::vector<Json> read_failures(const std::filesystem::path& folder, const Json& run) {
  const std::filesystem::path path = folder / kFailuresFile;
  std::vector<Json> failures = read_failure_lines(path);
  const std::uint64_t counted = run.at("divergences");
  if (failures.size() != counted)
    throw Error(fmt::format("{}: has {} divergences, but run.json counts {}", path.string(),
                            failures.size(), counted));
  return failures;
}

void for_each_row(const std::filesystem::path& folder, const Json& run,
                  const std::function<void(const ResultRow&)>& each) {
  const std::uint64_t counted = run.at("cases");
  const std::filesystem::path path = folder / kResultsFile;
  std::uint64_t rows = 0;
  for_each_result(path, [&](const ResultRow& row) {
    ++rows;
    each(row);
  });
  if (rows != counted)
    throw Error(
        fmt::format("{}: has {} rows, but run.json counts {} cases", path.string(), rows, counted));
}

Results::Results(const std::filesystem::path& path) : file(path) {
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    throw Error(fmt::format("{}: cannot be read", path.string()));
  if (!std::filesystem::is_directory(path, none)) {
    require_sound(path);
    return;
  }
  folder = path;
  file = path / kResultsFile;
  run = read_run_json(path);
}

void Results::for_each_row(const std::function<void(const ResultRow&)>& each) const {
  if (run) return conformance::for_each_row(folder, *run, each);
  for_each_result(file, each);
}

}  // namespace assay::conformance
