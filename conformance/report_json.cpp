// The machine-readable results of a run.
#include "conformance/report_json.h"

#include "specs/case_text.h"

namespace assay::conformance {
namespace {

using specs::Json;

Json verdicts_to_json(const VerdictCounts& counts) {
  Json json = Json::object();
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (counts[v]) json[std::string(name_of(static_cast<Verdict>(v)))] = counts[v];
  return json;
}

Json operator_to_json(const specs::Spec& spec, const Tally::OfOperator& o) {
  Json json;
  json["verdicts"] = verdicts_to_json(o.verdicts);
  json["elements"] = o.elements;
  json["worst_headroom"] = o.worst_headroom;
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

Json options_to_json(const CampaignOptions& options) {
  Json json;
  json["seed"] = options.seed;
  json["cases"] = options.cases ? Json(*options.cases) : Json();
  json["budget_seconds"] = options.seconds ? Json(*options.seconds) : Json();
  json["max_elements"] = options.limits.max_elements;
  json["operators"] = Json::array();
  for (const specs::Spec* s : options.operators) json["operators"].push_back(s->name());
  json["levels"] = Json::array();
  for (specs::Level l : options.levels) json["levels"].push_back(l.name());
  return json;
}

}  // namespace

Json device_to_json(const opencl::DeviceInfo& d) {
  return {
      {"platform", d.platform},
      {"platform_version", d.platform_version},
      {"name", d.name},
      {"vendor", d.vendor},
      {"driver_version", d.driver_version},
      {"version", d.version},
      {"opencl_c_version", d.c_version},
      {"fp16", d.fp16},
      {"fp64", d.fp64},
      {"denormals", {{"fp16", d.denormals16}, {"fp32", d.denormals32}, {"fp64", d.denormals64}}},
      {"compute_units", d.compute_units},
      {"max_work_group_size", d.max_work_group_size},
      {"global_memory", d.global_memory},
      {"max_allocation", d.max_allocation},
      {"local_memory", d.local_memory}};
}

Json judgement_to_json(const Judgement& j) {
  Json json;
  json["verdict"] = name_of(j.verdict);
  if (!j.text().empty()) json["message"] = j.text();
  if (j.wrong) {
    Json coordinates = Json::array();
    for (std::int64_t v : j.wrong->coordinates) coordinates.push_back(v);
    json["wrong"] = {{"tensor", j.wrong->tensor},       {"at", coordinates},
                     {"permitted", j.wrong->permitted}, {"came", j.wrong->came},
                     {"wrong", j.wrong->wrong},         {"of", j.wrong->of}};
  }
  if (j.stray)
    json["stray"] = {{"what", name_of(j.stray->what)}, {"name", j.stray->name},
                     {"offset", j.stray->offset},      {"expected", j.stray->expected},
                     {"came", j.stray->came},          {"bytes", j.stray->count}};
  if (j.refused)
    json["refused"] = {{"call", j.refused->call},
                       {"code", j.refused->code},
                       {"code_name", j.refused->code_name},
                       {"build_log", j.refused->build_log}};
  if (j.skip) json["skip"] = {{"reason", j.skip->what}, {"short", j.skip->is_short}};
  if (j.verdict == Verdict::Flaky)
    json["flaky"] = {{"as", name_of(j.flaky_as)}, {"failures", j.failures}, {"runs", j.runs}};
  if (j.headroom > 0) json["headroom"] = j.headroom;
  return json;
}

Json run_to_json(const RunFacts& facts, const CampaignResult& result) {
  Json json;
  json["format"] = kFormatVersion;
  json["assay"] = facts.version;
  json["command"] = facts.command;
  json["device"] = device_to_json(facts.device);
  json["options"] = options_to_json(facts.options);
  json["cases"] = result.tally.total();
  json["divergences"] = result.tally.divergences();
  json["exit_code"] = exit_code(result);
  json["operators"] = Json::object();
  for (const specs::Spec* spec : facts.options.operators) {
    const auto found = result.tally.operators().find(spec);
    if (found != result.tally.operators().end())
      json["operators"][spec->name()] = operator_to_json(*spec, found->second);
  }
  json["skips"] = Json::array();
  for (const auto& [reason, count] : result.tally.skips())
    json["skips"].push_back({{"reason", reason.first}, {"short", reason.second}, {"count", count}});
  json["times"] = {{"seconds", result.seconds},
                   {"build_seconds", result.build_seconds},
                   {"investigation_seconds", result.investigation_seconds},
                   {"cases_per_second", result.rate()}};
  return json;
}

Json record_to_json(const Record& record, const std::string& device) {
  Json json;
  json["format"] = kFormatVersion;
  json["case"] = record.line();
  json["device"] = device;
  json["found"] = judgement_to_json(record.judgement);
  if (record.shrunk) {
    json["shrunk"] = record.shrunk_line();
    json["shrunk_found"] = judgement_to_json(record.shrunk_judgement);
  }
  if (!record.batch.empty()) json["batch"] = record.batch;
  json["seconds"] = record.seconds;
  return json;
}

}  // namespace assay::conformance
