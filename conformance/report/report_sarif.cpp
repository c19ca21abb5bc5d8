// SARIF 2.1.0. Each divergence is reported under a rule of the spec: a stray write under the rule
// for the bytes of the tensor that was hit; an accepted descriptor under the rule that the
// descriptor breaks; every other divergence under the rule for the sizes of the output.
#include <fmt/format.h>

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

const Rule& rule_of(const Spec& spec, const Json& found) {
  if (found.contains("accepted")) {
    for (const Rule& r : spec.rules)
      if (r.id == found["accepted"].value("rule", "")) return r;
  }
  const bool is_stray = found.contains("stray");
  const std::string tensor = is_stray                  ? found["stray"].value("name", "")
                             : found.contains("wrong") ? found["wrong"].value("tensor", "")
                                                       : "";
  const ops::Member* member = spec.signature.find(tensor.substr(0, tensor.find('[')));
  if (member && is_tensor(member->kind))
    if (const Rule* r = last_rule(spec, *member, is_stray ? Aspect::Bytes : Aspect::Sizes))
      return *r;
  for (const ops::Member& m : spec.signature.members)
    if (m.kind == ops::Kind::Output)
      if (const Rule* r = last_rule(spec, m, Aspect::Sizes)) return *r;
  return spec.rules.front();
}

/// The line of the spec that has the id of a rule; for a generic rule, the line that has the name
/// of its member.
std::size_t line_of(const Spec& spec, const Rule& rule) {
  const std::string& text = spec.text;
  const std::size_t member = spec.facets[rule.facet].member;
  std::size_t at = text.find(fmt::format("\"{}\"", rule.id));
  if (at == text.npos && member != specs::Facet::kNoMember)
    at = text.find(fmt::format("\"name\": \"{}\"", spec.signature.members[member].name));
  if (at == text.npos) return 1;
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

std::string rule_id(const Spec& spec, const Rule& rule) { return spec.name() + "/" + rule.id; }

}  // namespace

std::string report_sarif(const RunReport& report, const specs::Catalogue& catalogue) {
  Json rules = Json::array(), results = Json::array();
  std::map<std::string, std::size_t> index;
  std::set<const Spec*> tested;
  for (const auto& [name, o] : report.run.at("operators").items()) {
    const Spec* spec = catalogue.find(name);
    if (!spec) throw Error(fmt::format("no spec of operator {} (--specs)", name));
    tested.insert(spec);
    for (const Rule& r : spec->rules) {
      index[rule_id(*spec, r)] = rules.size();
      rules.push_back({{"id", rule_id(*spec, r)},
                       {"shortDescription", {{"text", r.sentence}}},
                       {"fullDescription", {{"text", r.sentence + " " + r.source}}},
                       {"helpUri", spec->page},
                       {"defaultConfiguration", {{"level", "error"}}}});
    }
  }
  for (const Json& f : report.failures) {
    const std::string line = smallest_case(f);
    const Spec* spec = catalogue.find(operator_of(line));
    if (!spec || !tested.contains(spec))
      throw Error(fmt::format("no spec of operator {} (--specs)", operator_of(line)));
    const Json& found = smallest_found(f);
    const Rule& rule = rule_of(*spec, found);
    const std::string verdict = f.at("found").at("verdict");
    Json result;
    result["ruleId"] = rule_id(*spec, rule);
    result["ruleIndex"] = index[rule_id(*spec, rule)];
    result["level"] = "error";
    result["message"]["text"] = fmt::format("{} {}: {}\nreproduce: {}", verdict, spec->name(),
                                            found.value("message", ""), f.value("reproduce", ""));
    Json place;
    place["physicalLocation"]["artifactLocation"]["uri"] =
        (spec->path.starts_with('/') ? "file://" : "") + spec->path;
    place["physicalLocation"]["region"]["startLine"] = line_of(*spec, rule);
    result["locations"] = Json::array({place});
    result["partialFingerprints"]["case/v1"] = line;
    if (f.contains("waived"))
      result["suppressions"] = Json::array(
          {{{"kind", "external"}, {"justification", "waiver " + f.value("waived", "")}}});
    result["properties"] = {
        {"verdict", verdict}, {"case", f.at("case")}, {"device", f.value("device", "")}};
    results.push_back(std::move(result));
  }
  Json run;
  run["tool"]["driver"] = {{"name", "assay"},
                           {"version", report.run.value("assay", "")},
                           {"semanticVersion", report.run.value("assay", "")},
                           {"rules", std::move(rules)}};
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
  run["invocations"] = Json::array({invocation});
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
