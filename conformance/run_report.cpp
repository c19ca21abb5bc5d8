// Reading a run back from its folder.
#include "conformance/run_report.h"

#include <fmt/format.h>

#include "conformance/judgement_json.h"
#include "conformance/report_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// Calls `use` with each line, and its number from 1.
template <class Use>
void each_line(const std::string& text, const Use& use) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    use(text.substr(at, end - at), ++number);
    at = end + 1;
  }
}

}  // namespace

RunReport read_run(const std::filesystem::path& folder, bool with_rows) {
  if (!std::filesystem::exists(folder / "run.json"))
    throw Error(
        std::filesystem::exists(folder / "checkpoint.json")
            ? fmt::format("{}: the run has not ended (assay run --resume ends it)", folder.string())
            : fmt::format("{}: holds no run (no run.json)", folder.string()));
  RunReport report;
  const std::string path = (folder / "run.json").string();
  report.run = specs::parse_json(specs::read_file(path), path);
  const auto require_format = [](const Json& json, const std::string& where) {
    if (!json.is_object() || json.value("format", Json()) != kFormatVersion)
      throw Error(
          fmt::format("{}: not of format {}, which this program reads", where, kFormatVersion));
  };
  require_format(report.run, path);
  const std::string failures = (folder / "failures.jsonl").string();
  each_line(specs::read_file(failures), [&](const std::string& line, std::size_t number) {
    const std::string where = fmt::format("{}:{}", failures, number);
    report.failures.push_back(specs::parse_json(line, where));
    require_format(report.failures.back(), where);
  });
  std::uint64_t judged = 0, diverged = 0;
  if (report.run.contains("operators"))
    for (const Json& o : report.run["operators"])
      for (const auto& [name, count] : o.at("verdicts").items()) {
        judged += count.get<std::uint64_t>();
        const auto verdict = verdict_named(name);
        if (verdict && is_divergence(*verdict)) diverged += count.get<std::uint64_t>();
      }
  if (diverged > 0 && report.failures.empty())
    throw Error(
        fmt::format("{}: is empty, but run.json counts {} divergences", failures, diverged));
  if (!with_rows) return report;
  for_each_result(folder / "results.csv",
                  [&](const ResultRow& row) { report.rows.push_back(row); });
  if (report.run.contains("operators") && report.rows.size() != judged)
    throw Error(fmt::format("{}: {} rows, but run.json counts {} cases",
                            (folder / "results.csv").string(), report.rows.size(), judged));
  return report;
}

const Json& smallest_case(const Json& failure) {
  return failure.contains("shrunk") ? failure["shrunk"] : failure.at("case");
}

const Json& smallest_found(const Json& failure) {
  return failure.contains("shrunk_found") ? failure["shrunk_found"] : failure.at("found");
}

std::string_view operator_of(std::string_view line) { return line.substr(0, line.find(':')); }

}  // namespace assay::conformance
