// Judgements as JSON: each part is written and read by functions that stand side by side.
#include "conformance/verdict/judgement_json.h"

#include <fmt/format.h>

#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

Json to_json(const Picture& p) {
  Json json{{"sizes", Json::array()},
            {"stretches", p.stretches},
            {"row", p.row},
            {"column", p.column},
            {"columns", p.columns}};
  for (std::int64_t size : p.sizes) json["sizes"].push_back(size);
  json["permitted"] = json["came"] = Json::array();
  std::string wrong;
  for (const Picture::Cell& cell : p.cells) {
    json["permitted"].push_back(cell.permitted);
    json["came"].push_back(cell.came);
    wrong += cell.wrong ? '1' : '0';
  }
  json["wrong"] = wrong;
  return json;
}

Picture picture_from(const Json& json) {
  Picture p;
  for (const Json& size : json.at("sizes")) p.sizes.push_back(size.get<std::int64_t>());
  p.stretches = json.at("stretches").get<decltype(p.stretches)>();
  p.row = json.at("row");
  p.column = json.at("column");
  p.columns = json.at("columns");
  const std::string wrong = json.at("wrong");
  for (std::size_t i = 0; i < wrong.size(); ++i)
    p.cells.push_back({json.at("permitted").at(i), json.at("came").at(i), wrong[i] == '1'});
  return p;
}

Json to_json(const WrongElement& w) {
  Json at = Json::array();
  for (std::int64_t v : w.coordinates) at.push_back(v);
  Json json = {{"tensor", w.tensor}, {"at", at},   {"permitted", w.permitted},     {"came", w.came},
               {"wrong", w.wrong},   {"of", w.of}, {"picture", to_json(w.picture)}};
  if (w.ulps) json["ulps"] = *w.ulps;
  return json;
}

WrongElement wrong_from(const Json& json) {
  WrongElement w;
  w.tensor = json.at("tensor");
  for (const Json& v : json.at("at")) w.coordinates.push_back(v.get<std::int64_t>());
  w.permitted = json.at("permitted");
  w.came = json.at("came");
  if (json.contains("ulps")) w.ulps = json.at("ulps");
  w.wrong = json.at("wrong");
  w.of = json.at("of");
  w.picture = picture_from(json.at("picture"));
  return w;
}

Json to_json(const opencl::Damage& d) {
  return {{"what", name_of(d.what)}, {"code", static_cast<int>(d.what)},
          {"name", d.name},          {"place", d.place},
          {"offset", d.offset},      {"expected", d.expected},
          {"came", d.came},          {"bytes", d.count}};
}

opencl::Damage damage_from(const Json& json) {
  return {.what = static_cast<opencl::Damage::What>(json.at("code").get<int>()),
          .case_index = 0,
          .place = json.at("place"),
          .name = json.at("name"),
          .offset = json.at("offset"),
          .expected = json.at("expected"),
          .came = json.at("came"),
          .count = json.at("bytes")};
}

Json to_json(const opencl::CallFailure& f) {
  return {
      {"call", f.call}, {"code", f.code}, {"code_name", f.code_name}, {"build_log", f.build_log}};
}

Json to_json(const Ending& e) {
  return {
      {"signal", e.signal}, {"status", e.status},         {"limit", e.limit},
      {"stage", e.stage},   {"last_words", e.last_words}, {"answered_wrongly", e.answered_wrongly},
      {"error", e.error}};
}

Verdict verdict_of(const Json& json) {
  const auto verdict = verdict_named(json.get<std::string>());
  if (!verdict) throw Error(fmt::format("\"{}\" is no verdict", json.get<std::string>()));
  return *verdict;
}

}  // namespace

std::optional<Verdict> verdict_named(std::string_view name) {
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (name_of(static_cast<Verdict>(v)) == name) return static_cast<Verdict>(v);
  return std::nullopt;
}

Json judgement_to_json(const Judgement& j) {
  Json json;
  json["verdict"] = name_of(j.verdict);
  if (const std::string text = j.text(); !text.empty()) json["message"] = text;
  if (j.wrong) json["wrong"] = to_json(*j.wrong);
  if (j.stray) json["stray"] = to_json(*j.stray);
  if (j.refused) json["refused"] = to_json(*j.refused);
  if (j.ending) json["ending"] = to_json(*j.ending);
  if (j.accepted) json["accepted"] = {{"rule", j.accepted->id}, {"sentence", j.accepted->sentence}};
  if (j.invalid) json["invalid"] = true;
  if (j.skip) json["skip"] = {{"reason", j.skip->what}, {"short", j.skip->is_short}};
  if (j.verdict == Verdict::Flaky)
    json["flaky"] = {{"as", name_of(j.flaky_as)}, {"failures", j.failures}, {"runs", j.runs}};
  if (j.local_size > 0) json["local_size"] = j.local_size;
  if (j.unconfirmed) json["unconfirmed"] = true;
  if (j.headroom > 0) json["headroom"] = j.headroom;
  return json;
}

Judgement judgement_from_json(const Json& json) {
  Judgement j;
  j.verdict = verdict_of(json.at("verdict"));
  if (json.contains("wrong")) j.wrong = wrong_from(json["wrong"]);
  if (json.contains("stray")) j.stray = damage_from(json["stray"]);
  if (json.contains("refused")) {
    const Json& f = json["refused"];
    j.refused = opencl::CallFailure(f.at("call").get<std::string>(), f.at("code").get<int>(),
                                    f.at("build_log").get<std::string>());
    j.refused->code_name = f.at("code_name");
  }
  if (json.contains("ending")) {
    const Json& e = json["ending"];
    j.ending = Ending{.signal = e.at("signal"),
                      .status = e.at("status"),
                      .limit = e.at("limit"),
                      .stage = e.at("stage"),
                      .last_words = e.at("last_words"),
                      .answered_wrongly = e.value("answered_wrongly", false),
                      .error = e.value("error", "")};
  }
  if (json.contains("accepted"))
    j.accepted = AcceptedRule{json["accepted"].at("rule"), json["accepted"].at("sentence")};
  j.invalid = json.value("invalid", false);
  if (json.contains("skip"))
    j.skip = SkipReason{json["skip"].at("reason"), json["skip"].at("short")};
  if (json.contains("flaky")) {
    const Json& f = json["flaky"];
    j.flaky_as = verdict_of(f.at("as"));
    j.failures = f.at("failures");
    j.runs = f.at("runs");
  }
  j.local_size = json.value("local_size", std::size_t{0});
  j.unconfirmed = json.value("unconfirmed", false);
  if (json.contains("headroom")) j.headroom = json["headroom"];
  return j;
}

}  // namespace assay::conformance
