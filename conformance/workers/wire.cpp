// What parent and workers send to each other. Batches of a campaign are sent as numbers. Cases of
// an investigation are sent as lines, or with their data.
#include "conformance/workers/wire.h"

#include <fmt/format.h>

#include "conformance/plan/tally_json.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"
#include "specs/case_file.h"
#include "specs/case_json.h"
#include "specs/case_text.h"
#include "specs/fill.h"
#include "specs/unknown_name.h"

namespace assay::conformance {

using specs::Json;

std::string error_of(const Message& message) {
  const auto error = message.json.find("error");
  return error != message.json.end() && error->is_string() ? error->get<std::string>() : "";
}

Json options_to_json(const CampaignOptions& options) {
  Json json;
  json["seed"] = options.seed;
  json["cases"] = options.cases ? Json(*options.cases) : Json();
  json["budget_seconds"] = options.seconds ? Json(*options.seconds) : Json();
  json["max_elements"] = options.limits.max_elements;
  json["plain_routes"] = options.plain_routes;
  json["shard"] = options.shard.is_all() ? Json() : Json(options.shard.name());
  json["shapes"] = options.shapes;
  json["without_route"] = options.without.texts();
  json["violations"] = options.violations;
  json["named"] = options.named;
  json["plan"] = Json();
  if (options.plan)
    json["plan"] = {{"names", options.plan->names()},
                    {"skips", options.plan->skips()},
                    {"digest", options.plan->digest()}};
  json["operators"] = Json::array();
  for (const specs::Spec* s : options.operators) json["operators"].push_back(s->name());
  json["levels"] = Json::array();
  for (specs::Level l : options.levels) json["levels"].push_back(l.name());
  return json;
}

CampaignOptions options_from_json(const Json& json, const specs::Catalogue& catalogue) {
  CampaignOptions options;
  options.seed = json.at("seed");
  if (!json.at("cases").is_null()) options.cases = json["cases"].get<std::uint64_t>();
  if (!json.at("budget_seconds").is_null()) options.seconds = json["budget_seconds"].get<double>();
  options.limits.max_elements = json.at("max_elements");
  options.plain_routes = json.at("plain_routes");
  if (!json.at("shard").is_null()) options.shard = parse_shard(json["shard"].get<std::string>());
  options.shapes = json.value("shapes", 0.0);
  options.without = LeftOut(json.value("without_route", std::vector<std::string>()));
  options.violations = json.value("violations", false);
  options.named = json.value("named", false);
  for (const Json& name : json.at("operators")) {
    const specs::Spec* spec = catalogue.find(name.get<std::string>());
    if (!spec) throw Error("no operator \"" + name.get<std::string>() + "\"");
    options.operators.push_back(spec);
  }
  for (const Json& name : json.at("levels")) {
    const auto level = specs::Level::named(name.get<std::string>());
    if (!level) throw Error(specs::unknown_level(name.get<std::string>()));
    options.levels.push_back(*level);
  }
  return options;
}

Message encode(const BatchResult& result) {
  Message message;
  Json& json = message.json;
  json["index"] = result.index;
  json["route"] = route_to_json(result.route);
  json["tally"] = tally_to_json(result.tally);
  json["covered"] = result.covered.to_json();
  json["failures"] = Json::array();
  for (const BatchResult::Failure& f : result.failures)
    json["failures"].push_back({f.case_index, judgement_to_json(f.judgement)});
  json["seconds"] = result.seconds;
  json["builds"] = {result.builds.programs, result.builds.kernels, result.builds.seconds};
  for (std::size_t i = 0; i < result.lines.size(); ++i) {
    message.text += static_cast<char>('0' + static_cast<int>(result.verdicts[i]));
    message.text += result.lines[i];
    message.text += '\n';
  }
  return message;
}

BatchResult decode_batch(const Message& message, const specs::Catalogue& catalogue) {
  const Json& json = message.json;
  BatchResult result;
  result.index = json.at("index");
  result.route = route_from_json(json.at("route"));
  result.tally = tally_from_json(json.at("tally"), catalogue);
  result.covered = Covered::from_json(json.at("covered"), catalogue);
  for (const Json& f : json.at("failures"))
    result.failures.push_back({f.at(0), judgement_from_json(f.at(1))});
  result.seconds = json.at("seconds");
  const Json& builds = json.at("builds");
  result.builds = {builds.at(0), builds.at(1), builds.at(2)};
  for (std::size_t at = 0; at < message.text.size();) {
    const std::size_t end = message.text.find('\n', at);
    const int verdict = message.text[at] - '0';
    if (end == message.text.npos || verdict < 0 || verdict >= static_cast<int>(kVerdicts))
      throw Error("a line of a reply has no verdict");
    result.verdicts.push_back(static_cast<Verdict>(verdict));
    result.lines.push_back(message.text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return result;
}

Json cases_to_json(std::span<const specs::Case> cases) {
  Json json = Json::array();
  for (const specs::Case& c : cases) {
    if (!c.data) {
      json.push_back(specs::print_problem(c));
      continue;
    }
    ops::Problem problem;
    specs::fill(c, problem);
    json.push_back(specs::case_to_json(c, problem));
  }
  return json;
}

Json case_with_answer_to_json(const specs::Case& c) {
  Json json = cases_to_json({&c, 1})[0];
  for (const ops::Member& m : c.spec->signature.members) {
    if (m.kind != ops::Kind::Output) continue;
    for (std::size_t k = 0; k < c.descriptor.tensors_of(m); ++k) {
      const std::size_t place = m.place + k;
      const ops::Bytes& answer = c.data->tensors[place];
      if (answer.empty()) continue;
      Json data = specs::data_to_json(c.descriptor.tensors[place].type, answer);
      for (std::size_t i = 0; i < data.size(); ++i)
        if (c.data->any_nan[place][i]) data[i] = "nan";
      Json& tensor = json["tensors"][m.name];
      (m.is_tensor_array() ? tensor[k] : tensor)["data"] = std::move(data);
    }
  }
  return json;
}

std::vector<specs::Case> cases_from_json(const Json& json, const specs::Catalogue& catalogue) {
  std::vector<specs::Case> cases;
  for (const Json& c : json)
    cases.push_back(c.is_string() ? specs::parse_case(c.get<std::string>(), catalogue)
                                  : specs::parse_case_file(c.dump(), "case", catalogue));
  return cases;
}

Json route_to_json(const Route& route) {
  Json json = Json::array();
  for (const auto& [name, value] : print_route(route)) json.push_back({name, value});
  return json;
}

Route route_from_json(const Json& json) {
  std::vector<std::pair<std::string, std::string>> fields;
  for (const Json& field : json)
    fields.emplace_back(field.at(0).get<std::string>(), field.at(1).get<std::string>());
  return parse_route(fields);
}

}  // namespace assay::conformance
