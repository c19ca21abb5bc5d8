// The machine-readable results of a run.
#include "conformance/keep/run_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/run/backend.h"
#include "conformance/run/device_json.h"
#include "conformance/run/reproduction.h"
#include "conformance/verdict/judgement_json.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

Json verdicts_to_json(const VerdictCounts& counts) {
  Json json = Json::object();
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (counts[v]) json[std::string(name_of(static_cast<Verdict>(v)))] = counts[v];
  return json;
}

/// Where the kernels of an operator came from.
std::string kernels_of(const RunFacts& facts, const std::string& name) {
  const auto own = facts.own_kernels.find(name);
  return own != facts.own_kernels.end() ? fmt::format("{}", fmt::join(own->second, ", "))
         : facts.device.platform == Backend::kPlatform ? "the backend's"
                                                       : "built in";
}

Json operator_to_json(const specs::Spec& spec, const Tally::OfOperator& o,
                      const std::string& kernels) {
  Json json;
  json["kernels"] = kernels;
  json["verdicts"] = verdicts_to_json(o.verdicts);
  json["elements"] = o.elements;
  json["worst_headroom"] = o.worst_headroom;
  json["headroom"] = Json::object();
  for (const auto& [type, bins] : o.headroom) json["headroom"][std::string(name_of(type))] = bins;
  json["by_type_and_level"] = Json::array();
  for (const auto& [key, counts] : o.by_type_and_level)
    json["by_type_and_level"].push_back({{"type", name_of(key.first)},
                                         {"level", key.second.name()},
                                         {"verdicts", verdicts_to_json(counts)}});
  json["rules"] = Json::object();
  for (std::size_t r = 0; r < o.rules.size(); ++r)
    json["rules"][spec.rules[r].id] = {{"satisfied", o.rules[r].satisfied},
                                       {"low_edge", o.rules[r].low_edge},
                                       {"high_edge", o.rules[r].high_edge}};
  return json;
}

Json finding_to_json(const Finding& f) {
  Json examples = Json::array();
  for (const FindingExample& e : f.examples) examples.push_back(e.line);
  return {{"key", f.key()},
          {"operators", f.operators},
          {"failures", f.failures},
          {"conditions", f.conditions},
          {"explained", f.is_explained()},
          {"title", f.title()},
          {"sentence", f.sentence()},
          {"failing", f.failing},
          {"passing", f.passing},
          {"passing_alike", f.passing_alike},
          {"waived", f.waived},
          {"examples", std::move(examples)}};
}

}  // namespace

void require_format(const Json& json, const std::string& where, int format) {
  if (!json.is_object() || json.value("format", Json()) != format)
    throw Error(fmt::format("{}: not of format {}, which this program reads", where, format));
}

Json complaints_to_json(const std::vector<Complaint>& complaints) {
  Json json = Json::array();
  for (const Complaint& c : complaints)
    json.push_back({{"about", c.about}, {"text", c.text}, {"red", c.red}});
  return json;
}

std::vector<Complaint> complaints_from_json(const Json& json) {
  std::vector<Complaint> all;
  for (const Json& c : json) all.push_back({c.at("about"), c.at("text"), c.at("red")});
  return all;
}

Json run_to_json(const JudgedRun& run) {
  const RunFacts& facts = run.facts;
  const CampaignResult& result = run.result;
  Json json;
  json["format"] = kFormatVersion;
  json["assay"] = facts.version;
  json["command"] = facts.command;
  json["device"] = device_to_json(facts.device);
  json["options"] = options_to_json(facts.options);
  json["cases"] = result.tally().total();
  json["divergences"] = result.tally().divergences();
  json["exit_code"] = exit_code(run);
  json["summary"] = verdict_in_words(run);
  json["complaints"] = complaints_to_json(complaints(run));
  json["findings"] = Json::array();
  for (const Finding& f : run.findings) json["findings"].push_back(finding_to_json(f));
  json["operators"] = Json::object();
  for (const specs::Spec* spec : facts.options.operators) {
    const auto found = result.tally().operators().find(spec);
    if (found != result.tally().operators().end())
      json["operators"][spec->name()] =
          operator_to_json(*spec, found->second, kernels_of(facts, spec->name()));
  }
  json["skips"] = Json::array();
  for (const auto& [reason, count] : result.tally().skips())
    json["skips"].push_back(
        {{"reason", reason.what}, {"short", reason.is_short}, {"count", count}});
  if (run.coverage) json["coverage"] = coverage_to_json(*run.coverage, result.tally());
  if (const auto& w = run.waivers)
    json["waivers"] = {{"waived", w->waived},
                       {"expired", w->expired},
                       {"unused", w->unused},
                       {"passing", w->passing},
                       {"otherwise", w->otherwise}};
  json["unjudged"] = result.unjudged;
  json["stopped"] = result.stopped;
  if (!run.missing_shards.empty()) json["missing_shards"] = run.missing_shards;
  json["incidents"] = result.state.incidents;
  json["jobs"] = result.jobs;
  json["builds"] = {{"programs", result.state.builds.programs},
                    {"kernels", result.state.builds.kernels},
                    {"seconds", result.state.builds.seconds},
                    {"share", result.build_share()}};
  json["times"] = {{"seconds", result.state.seconds},
                   {"build_seconds", result.state.builds.seconds},
                   {"investigation_seconds", result.state.investigation_seconds},
                   {"cases_per_second", result.rate()}};
  return json;
}

Json record_to_json(const Record& record, const std::string& device, const CommandWords& words,
                    const Waiver* waiver) {
  Json json;
  json["format"] = kFormatVersion;
  json["case"] = record.line();
  json["device"] = device;
  json["batch_number"] = record.batch_number;
  const FailureKind kind = record.kind();
  json["kind"] = {kind.operator_name, name_of(kind.verdict), kind.variant};
  json["found"] = judgement_to_json(record.judgement);
  if (record.shrunk) {
    json["shrunk"] = record.shrunk_line();
    json["shrunk_found"] = judgement_to_json(record.shrunk_judgement);
  }
  if (!record.batch.empty()) json["batch"] = record.batch_lines();
  if (record.after) json["after"] = record.after_line();
  if (waiver) json["waived"] = waiver->id;
  json["reproduce"] = reproduction(record, words);
  json["seconds"] = record.seconds;
  return json;
}

void waive_anew(Json& failure, const Gate& gate) {
  failure.erase("waived");
  const auto verdict = verdict_named(failure.at("found").at("verdict").get<std::string>());
  if (const Waiver* waiver = gate.covering(failure.at("case"), verdict.value()))
    failure["waived"] = waiver->id;
}

}  // namespace assay::conformance
