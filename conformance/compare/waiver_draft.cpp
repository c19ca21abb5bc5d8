// Makes waivers of the rows of results.csv, which decide what fails the gate. The records of
// failures.jsonl give the reasons.
#include "conformance/compare/waiver_draft.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "conformance/base/glob.h"
#include "conformance/base/words.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/results_csv.h"
#include "conformance/report/run_report.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {

std::vector<Waiver> draft_waivers(const std::filesystem::path& run, const Waiver& like) {
  const RunReport report = read_run(run, false);
  std::map<std::string, std::string> reasons;
  for (const specs::Json& failure : report.failures)
    reasons[failure.at("case").get<std::string>()] =
        failure.at("found").value("message", std::string());
  std::vector<Waiver> drafts;
  std::set<std::string> seen;
  for_each_row(run, report.run, [&](const ResultRow& row) {
    const auto verdict = verdict_named(row.status);
    if (!verdict || !is_divergence(*verdict) || !seen.insert(row.name).second) return;
    Waiver w = like;
    w.id = fmt::format("{}-{}", operator_of(row.name), drafts.size() + 1);
    w.case_glob = Glob::of_text(row.name);
    w.verdicts = {*verdict};
    w.device_glob = Glob::of_text(report.run.at("device").at("name").get<std::string>());
    w.driver_from = report.run.at("device").at("driver_version").get<std::string>();
    const auto reason = reasons.find(row.name);
    w.reason = reason == reasons.end() || reason->second.empty()
                   ? row.status
                   : fmt::format("{}: {}", row.status, reason->second);
    drafts.push_back(std::move(w));
  });
  return drafts;
}

}  // namespace assay::conformance
