// Makes waivers of the findings of run.json, and of the rows of results.csv that these do not
// cover: the rows decide what fails the gate. The records of failures.jsonl give the reasons.
#include "conformance/compare/waiver_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "conformance/base/glob.h"
#include "conformance/base/words.h"
#include "conformance/gate/waiver_ledger.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/results_csv.h"
#include "conformance/report/run_report.h"
#include "conformance/run/device_json.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {

namespace {

/// What all waivers of a run have in common.
Waiver waiver_like(const Waiver& like, const specs::Json& run) {
  Waiver w = like;
  w.device_glob = Glob::of_text(run.at("device").at("name").get<std::string>());
  w.driver_from = run.at("device").at("driver_version").get<std::string>();
  return w;
}

/// The verdicts of a finding's cases.
std::vector<Verdict> verdicts_of(const specs::Json& finding) {
  std::vector<Verdict> verdicts;
  for (const std::string failure : finding.at("failures"))
    if (const auto verdict = verdict_named(failure.substr(0, failure.find(' '))))
      verdicts.push_back(*verdict);
  std::ranges::sort(verdicts);
  const auto twice = std::ranges::unique(verdicts);
  verdicts.erase(twice.begin(), twice.end());
  return verdicts;
}

/// A waiver for all cases that meet the conditions of a finding and fail like its cases. Nothing
/// where it would cover all that its operators may come to fail by.
std::optional<Waiver> waiver_of(const specs::Json& finding, const Waiver& like) {
  if (!finding.at("explained").get<bool>()) return std::nullopt;
  Waiver w = like;
  w.verdicts = verdicts_of(finding);
  w.id = fmt::format("finding-{}", finding.at("key").get<std::string>());
  w.operators = finding.at("operators").get<std::vector<std::string>>();
  w.conditions = finding.at("conditions").get<std::vector<std::string>>();
  w.reason = fmt::format("{}. {}", finding.at("title").get<std::string>(),
                         finding.at("sentence").get<std::string>());
  if (const auto alike = finding.at("passing_alike").get<std::uint64_t>(); alike > 0)
    w.reason = fmt::format(
        "LOOK AT THIS: {} passing cases meet these conditions, too, so this waiver would hide what "
        "breaks there. {}",
        grouped(alike), w.reason);
  return w;
}

}  // namespace

std::vector<Waiver> draft_waivers(const std::filesystem::path& run,
                                  const specs::Catalogue& catalogue, const Waiver& like) {
  const RunReport report = read_run(run, false);
  const Waiver common = waiver_like(like, report.run);
  std::vector<Waiver> drafts;
  for (const specs::Json& finding : report.run.at("findings"))
    if (auto w = waiver_of(finding, common)) drafts.push_back(std::move(*w));
  const WaiverLedger of_findings(drafts, device_from_json(report.run.at("device")), "", catalogue);
  std::map<std::string, std::string> reasons;
  for (const specs::Json& failure : report.failures)
    reasons[failure.at("case").get<std::string>()] =
        failure.at("found").value("message", std::string());
  std::set<std::string> seen;
  for_each_row(run, report.run, [&](const ResultRow& row) {
    const auto verdict = verdict_named(row.status);
    if (!verdict || !is_divergence(*verdict) || !seen.insert(row.name).second) return;
    if (of_findings.covering(row.name, *verdict)) return;
    Waiver w = common;
    w.id = fmt::format("{}-{}", operator_of(row.name), drafts.size() + 1);
    w.case_glob = Glob::of_text(row.name);
    w.verdicts = {*verdict};
    const auto reason = reasons.find(row.name);
    w.reason = reason == reasons.end() || reason->second.empty()
                   ? row.status
                   : fmt::format("{}: {}", row.status, reason->second);
    drafts.push_back(std::move(w));
  });
  return drafts;
}

}  // namespace assay::conformance
