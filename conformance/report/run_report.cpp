// What all formats of reports share.
#include "conformance/report/run_report.h"

#include <algorithm>
#include <utility>

#include "conformance/keep/kept_run.h"
#include "conformance/keep/run_json.h"
#include "conformance/report/inputs_text.h"
#include "specs/case_text.h"

namespace assay::conformance {

using specs::Json;

namespace {

/// The report of a run, with its divergences, and with its rows where they are asked for and few.
RunReport with_its_lines(const std::filesystem::path& folder, Json run, bool with_rows) {
  RunReport report;
  report.run = std::move(run);
  report.failures = read_failures(folder, report.run);
  if (!with_rows || report.run.at("cases") > RunReport::kMostRows) return report;
  report.rows.emplace();
  for_each_row(folder, report.run, [&](const ResultRow& row) { report.rows->push_back(row); });
  return report;
}

}  // namespace

RunReport read_run(const std::filesystem::path& folder, bool with_rows) {
  return with_its_lines(folder, read_run_json(folder), with_rows);
}

RunReport read_own_run(const std::filesystem::path& folder, bool with_rows) {
  return with_its_lines(folder, read_own_run_json(folder), with_rows);
}

void RunReport::keep_rows(const std::vector<Settled>& cases) {
  if (!rows) return;
  for (const Settled& s : cases)
    rows->push_back({s.line, std::string(name_of(s.verdict)), s.seconds});
  if (rows->size() > kMostRows) rows.reset();
}

std::vector<const Json*> findings_by_failure(const RunReport& report) {
  std::vector<const Json*> findings(report.failures.size());
  if (const auto all = report.run.find("findings"); all != report.run.end())
    for (const Json& finding : *all)
      for (const Json& i : finding.at("failing"))
        if (i.get<std::size_t>() < findings.size()) findings[i.get<std::size_t>()] = &finding;
  return findings;
}

const Json& smallest_case(const Json& failure) {
  return failure.contains("shrunk") ? failure["shrunk"] : failure.at("case");
}

const Json& smallest_found(const Json& failure) {
  return failure.contains("shrunk_found") ? failure["shrunk_found"] : failure.at("found");
}

std::string reproduction_text(const Json& failure) {
  const std::string folder = failure.value("reproducer", "");
  return "reproduce: " + failure.value("reproduce", "") +
         (folder.empty() ? folder : "\nas C file: " + folder + "/reproduce.c");
}

std::vector<std::string> inputs_of(const Json& failure, const specs::Catalogue& catalogue) {
  const Json& found = smallest_found(failure);
  if (!found.contains("wrong")) return {};
  return inputs_text(specs::parse_case(smallest_case(failure).get<std::string>(), catalogue),
                     found["wrong"].at("tensor"), found["wrong"].at("came"));
}

std::vector<Complaint> complaints_of(const RunReport& report) {
  std::vector<Complaint> all = complaints_from_json(report.run.value("complaints", Json::array()));
  bool told = std::ranges::any_of(all, [](const Complaint& c) { return c.red; });
  for (const Json& f : report.failures) told |= !f.contains("waived");
  if (report.run.at("exit_code") != 0 && !told) all.push_back({"run", report.run.at("summary")});
  return all;
}

}  // namespace assay::conformance
