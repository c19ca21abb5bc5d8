// The checkpoint of a run as JSON, and back.
#include "conformance/keep/checkpoint.h"

#include <fmt/format.h>

#include "conformance/keep/run_files.h"
#include "conformance/keep/run_json.h"
#include "conformance/keep/sealed_file.h"
#include "conformance/plan/tally_json.h"
#include "conformance/workers/wire.h"
#include "ops/error.h"
#include "ops/version.h"

namespace assay::conformance {
namespace {

using specs::Json;

Json state_to_json(const CampaignState& state) {
  Json failures = Json::array();
  for (const auto& [kind, count] : state.failures)
    failures.push_back({kind.operator_name, static_cast<int>(kind.verdict), kind.variant, count});
  Json told = Json::array();
  for (const auto& [batch, cases] : state.told)
    for (const auto& [line, failure] : cases)
      told.push_back(
          {batch, line, static_cast<int>(failure.verdict), static_cast<int>(failure.failed_as)});
  return {{"next_batch", state.next_batch},
          {"cases", state.cases},
          {"tally", tally_to_json(state.tally)},
          {"covered", state.covered.to_json()},
          {"seconds", state.seconds},
          {"investigation_seconds", state.investigation_seconds},
          {"build_seconds", state.builds.seconds},
          {"programs", state.builds.programs},
          {"kernels", state.builds.kernels},
          {"incidents", state.incidents},
          {"crashed_idle", state.crashed_idle},
          {"failures", std::move(failures)},
          {"compiled", state.compiled},
          {"told", std::move(told)}};
}

CampaignState state_from_json(const Json& json, const specs::Catalogue& catalogue) {
  CampaignState state;
  state.next_batch = json.at("next_batch");
  state.cases = json.at("cases");
  state.tally = tally_from_json(json.at("tally"), catalogue);
  state.covered = Covered::from_json(json.at("covered"), catalogue);
  state.seconds = json.at("seconds");
  state.investigation_seconds = json.at("investigation_seconds");
  state.builds = {json.value("programs", std::uint64_t{0}), json.value("kernels", std::uint64_t{0}),
                  json.at("build_seconds")};
  state.incidents = json.at("incidents");
  state.crashed_idle = json.at("crashed_idle");
  for (const Json& f : json.at("failures"))
    state.failures[{f.at(0).get<std::string>(), static_cast<Verdict>(f.at(1).get<unsigned>()),
                    f.at(2).get<std::string>()}] = f.at(3);
  state.compiled = json.at("compiled");
  for (const Json& t : json.at("told"))
    state.told[t.at(0).get<std::uint64_t>()][t.at(1).get<std::string>()] = {
        static_cast<Verdict>(t.at(2).get<unsigned>()),
        static_cast<Verdict>(t.at(3).get<unsigned>())};
  return state;
}

Json path_to_json(const std::optional<std::filesystem::path>& path) {
  return path ? Json(path->string()) : Json();
}

std::optional<std::filesystem::path> path_from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<std::string>();
}

Json gate_to_json(const GateChoice& gate) {
  return {{"waivers", path_to_json(gate.waivers)},
          {"fails", path_to_json(gate.fails)},
          {"flakes", path_to_json(gate.flakes)},
          {"day", gate.day ? Json(*gate.day) : Json()},
          {"strict", gate.strict},
          {"min_coverage", gate.min_coverage}};
}

GateChoice gate_from_json(const Json& json) {
  GateChoice gate{path_from_json(json.at("waivers")), path_from_json(json.at("fails")),
                  path_from_json(json.at("flakes"))};
  if (!json.at("day").is_null()) gate.day = json["day"].get<std::string>();
  gate.strict = json.at("strict");
  gate.min_coverage = json.at("min_coverage");
  return gate;
}

Checkpoint checkpoint_from_json(const Json& json, const specs::Catalogue& catalogue) {
  Checkpoint c;
  c.options = options_from_json(json.at("options"), catalogue);
  c.device = json.at("device");
  c.kernels = path_from_json(json.at("kernels"));
  c.backend = path_from_json(json.at("backend"));
  if (const Json& plan = json["options"].at("plan"); !plan.is_null()) {
    KernelLibrary kernels(c.kernels, c.backend);
    GoalLibrary goals(kernels);
    c.options.plan = std::make_shared<CasePlan>(
        plan.at("names").get<std::vector<std::string>>(), c.options.seed, c.options.operators,
        catalogue, goals, plan.at("skips").get<std::vector<std::string>>());
    if (c.options.plan->digest() != plan.at("digest").get<std::string>())
      throw Error("the plan has changed: another version, specs or file of cases");
  }
  c.tested = Tested::from_json(json.at("tested"));
  c.gate = gate_from_json(json.at("gate"));
  c.drivers = complaints_from_json(json.at("drivers"));
  c.state = state_from_json(json.at("state"), catalogue);
  c.files = seals_from_json(json.at("files"));
  c.merged = json.contains("merged");
  if (json.contains("go_on_from")) {
    const Json& earlier = json["go_on_from"];
    c.go_on_from = {state_from_json(earlier.at("state"), catalogue),
                    seals_from_json(earlier.at("files"))};
  }
  return c;
}

}  // namespace

Json seals_to_json(const Seals& seals) {
  Json json = Json::object();
  for (const auto& [name, seal] : seals) json[name] = seal.text();
  return json;
}

Seals seals_from_json(const Json& json) {
  Seals seals;
  for (const auto& [name, text] : json.items()) {
    const auto seal = Seal::parse(text.get<std::string>());
    if (!seal) throw Error(fmt::format("{}: no seal", name));
    seals.emplace(name, *seal);
  }
  return seals;
}

Checkpoint read_checkpoint(const std::filesystem::path& folder, const specs::Catalogue& catalogue) {
  const std::string path = (folder / kCheckpointFile).string();
  const Json json = read_sealed(path);
  try {
    // In another version of assay, the same seed may give other cases.
    if (const std::string by = json.at("assay"); by != ops::version())
      throw Error(fmt::format("begun by assay {}, and this is {}", by, ops::version()));
    return checkpoint_from_json(json, catalogue);
  } catch (const Json::exception& e) {
    throw Error(fmt::format("{}: no checkpoint of a run: {}", path, specs::words_of(e)));
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", path, e.what()));
  }
}

std::string checkpoint_text(const Checkpoint& c) {
  Json json;
  json["format"] = kFormatVersion;
  json["assay"] = ops::version();
  json["options"] = options_to_json(c.options);
  json["device"] = c.device;
  json["kernels"] = path_to_json(c.kernels);
  json["backend"] = path_to_json(c.backend);
  json["tested"] = c.tested.to_json();
  json["gate"] = gate_to_json(c.gate);
  json["drivers"] = complaints_to_json(c.drivers);
  json["state"] = state_to_json(c.state);
  json["files"] = seals_to_json(c.files);
  if (c.merged) json["merged"] = true;
  if (c.go_on_from)
    json["go_on_from"] = {{"state", state_to_json(c.go_on_from->state)},
                          {"files", seals_to_json(c.go_on_from->files)}};
  return sealed_text(json);
}

}  // namespace assay::conformance
