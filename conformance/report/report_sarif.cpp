// SARIF 2.1.0. Divergences stand in the order of the findings. A stray write is reported under the
// spec's rule for the bytes of the tensor that was hit, and an accepted descriptor under the rule
// that the descriptor breaks. Every other divergence is reported under a rule that each operator
// has, OPERATOR/answer: the driver gives the answer that the operator's summary tells of.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/base/words.h"
#include "conformance/report/run_report.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Aspect;
using specs::Json;
using specs::Rule;
using specs::Spec;

/// The last rule for one aspect of a member, or null where there is none.
const Rule* last_rule(const Spec& spec, const ops::Member& m, Aspect aspect) {
  for (std::size_t i = 0; i < spec.signature.members.size(); ++i) {
    if (&spec.signature.members[i] != &m) continue;
    const specs::Facet* facet = spec.facet(i, aspect);
    return facet && !facet->rules.empty() ? &spec.rules[facet->rules.back()] : nullptr;
  }
  return nullptr;
}

/// The rule that a divergence breaks; null where the answer is wrong or there is none.
const Rule* rule_of(const Spec& spec, const Json& found) {
  if (found.contains("accepted"))
    for (const Rule& r : spec.rules)
      if (r.id == found["accepted"].value("rule", "")) return &r;
  if (!found.contains("stray")) return nullptr;
  const std::string tensor = found["stray"].value("name", "");
  const ops::Member* member = spec.signature.find(tensor.substr(0, tensor.find('[')));
  return member && is_tensor(member->kind) ? last_rule(spec, *member, Aspect::Bytes) : nullptr;
}

/// The line of the spec that has the id of a rule; for a generic rule, the line that has the name
/// of its member; for the rule of the answer, that of the summary.
std::size_t line_of(const Spec& spec, const Rule* rule) {
  const std::string& text = spec.text;
  std::size_t at = text.find(fmt::format("\"{}\"", rule ? rule->id : "summary"));
  const std::size_t member = rule ? spec.facets[rule->facet].member : specs::Facet::kNoMember;
  if (at == text.npos && member != specs::Facet::kNoMember)
    at = text.find(fmt::format("\"name\": \"{}\"", spec.signature.members[member].name));
  if (at == text.npos) return 1;
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string rule_id(const Spec& spec, const Rule* rule) {
  return spec.name() + "/" + (rule ? rule->id : "answer");
}

Json rule_to_json(const Spec& spec, const Rule* rule) {
  const std::string sentence = rule ? rule->sentence : spec.summary;
  return {{"id", rule_id(spec, rule)},
          {"shortDescription", {{"text", sentence}}},
          {"fullDescription", {{"text", rule ? sentence + " " + rule->source : sentence}}},
          {"helpUri", spec.page},
          {"defaultConfiguration", {{"level", "error"}}}};
}

/// The indices of the failures, those of the first finding first.
std::vector<std::size_t> by_finding(const RunReport& report) {
  std::vector<std::size_t> order;
  std::vector<bool> taken(report.failures.size());
  const auto take = [&](std::size_t i) {
    if (i >= taken.size() || taken[i]) return;
    taken[i] = true;
    order.push_back(i);
  };
  if (report.run.contains("findings"))
    for (const Json& finding : report.run["findings"])
      for (const Json& i : finding.at("failing")) take(i.get<std::size_t>());
  for (std::size_t i = 0; i < taken.size(); ++i) take(i);
  return order;
}

/// The rules of the operators that were tested, and where each stands in the list.
class RuleList {
 public:
  RuleList(const RunReport& report, const specs::Catalogue& catalogue) {
    for (const auto& [name, o] : report.run.at("operators").items()) {
      const Spec* spec = catalogue.find(name);
      if (!spec) throw Error(fmt::format("no spec of operator {} (--specs)", name));
      tested_.insert(spec);
      add(*spec, nullptr);
      for (const Rule& r : spec->rules) add(*spec, &r);
    }
  }
  bool has(const Spec* spec) const { return spec && tested_.contains(spec); }
  std::size_t place_of(const Spec& spec, const Rule* rule) const {
    return places_.at(rule_id(spec, rule));
  }
  Json take() { return std::move(rules_); }

 private:
  void add(const Spec& spec, const Rule* rule) {
    places_[rule_id(spec, rule)] = rules_.size();
    rules_.push_back(rule_to_json(spec, rule));
  }
  Json rules_ = Json::array();
  std::map<std::string, std::size_t> places_;
  std::set<const Spec*> tested_;
};

/// A failure as a result. `finding` may be null.
Json result_to_json(const Json& f, const Json* finding, const RuleList& rules,
                    const specs::Catalogue& catalogue) {
  const std::string line = smallest_case(f);
  const Spec* spec = catalogue.find(operator_of(line));
  if (!rules.has(spec))
    throw Error(fmt::format("no spec of operator {} (--specs)", operator_of(line)));
  const Json& found = smallest_found(f);
  const Rule* rule = rule_of(*spec, found);
  const std::string verdict = f.at("found").at("verdict");
  std::vector<std::string> lines{
      fmt::format("{} {}: {}", verdict, spec->name(), found.value("message", ""))};
  for (std::string& input : inputs_of(f, catalogue)) lines.push_back(std::move(input));
  if (finding) lines.push_back(finding->value("sentence", ""));
  lines.push_back(reproduction_text(f));
  Json place;
  place["physicalLocation"]["artifactLocation"]["uri"] =
      (spec->path.starts_with('/') ? "file://" : "") + spec->path;
  place["physicalLocation"]["region"]["startLine"] = line_of(*spec, rule);
  Json result;
  result["ruleId"] = rule_id(*spec, rule);
  result["ruleIndex"] = rules.place_of(*spec, rule);
  result["level"] = "error";
  result["message"]["text"] = fmt::format("{}", fmt::join(lines, "\n"));
  result["locations"] = Json::array({place});
  result["partialFingerprints"]["case/v1"] = line;
  if (finding) result["partialFingerprints"]["finding/v1"] = finding->at("key");
  if (f.contains("waived"))
    result["suppressions"] =
        Json::array({{{"kind", "external"}, {"justification", "waiver " + f.value("waived", "")}}});
  result["properties"] = {
      {"verdict", verdict}, {"case", f.at("case")}, {"device", f.value("device", "")}};
  return result;
}

/// How the run went as a whole: its complaints and its exit code.
Json invocation_to_json(const RunReport& report) {
  Json invocation;
  invocation["executionSuccessful"] = true;
  for (const Complaint& c : complaints_of(report)) {
    if (c.red) invocation["executionSuccessful"] = false;
    invocation["toolExecutionNotifications"].push_back({{"level", c.red ? "error" : "note"},
                                                        {"message", {{"text", c.text}}},
                                                        {"descriptor", {{"id", c.about}}}});
  }
  invocation["commandLine"] = report.run.value("command", "");
  invocation["exitCode"] = report.run.value("exit_code", 0);
  return invocation;
}

}  // namespace

std::string report_sarif(const RunReport& report, const specs::Catalogue& catalogue) {
  RuleList rules(report, catalogue);
  const std::vector<const Json*> findings = findings_by_failure(report);
  Json results = Json::array();
  for (const std::size_t i : by_finding(report))
    results.push_back(result_to_json(report.failures[i], findings[i], rules, catalogue));
  Json run;
  run["tool"]["driver"] = {{"name", "assay"},
                           {"version", report.run.value("assay", "")},
                           {"semanticVersion", report.run.value("assay", "")},
                           {"rules", rules.take()}};
  run["invocations"] = Json::array({invocation_to_json(report)});
  run["results"] = std::move(results);
  run["properties"] = {{"device", report.run.at("device")},
                       {"cases", report.run.at("cases")},
                       {"summary", report.run.value("summary", "")}};
  Json log;
  log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({run});
  return specs::json_text(log, 1) + "\n";
}

}  // namespace assay::conformance
