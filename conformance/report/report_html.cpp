// The page of HTML: one file, made of the parts in conformance/report/page/ and the run's data as
// JSON, which the scripts show.
#include <fmt/format.h>

#include "conformance/report/page_parts.h"
#include "conformance/report/run_report.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// What the page shows of a divergence.
Json shown(const Json& failure, const specs::Catalogue& catalogue) {
  const Json& found = failure.at("found");
  Json json;
  json["inputs"] = inputs_of(failure, catalogue);
  json["verdict"] = found.at("verdict");
  json["case"] = failure.at("case");
  for (const char* key : {"shrunk", "after", "reproduce", "waived"})
    if (failure.contains(key)) json[key] = failure[key];
  json["message"] = found.value("message", "");
  if (found.contains("wrong")) json["wrong"] = found["wrong"];
  if (failure.contains("shrunk_found")) {
    const Json& shrunk = failure["shrunk_found"];
    json["shrunk_message"] = shrunk.value("message", "");
    if (shrunk.contains("wrong")) json["shrunk_wrong"] = shrunk["wrong"];
  }
  if (failure.contains("batch")) json["batch"] = failure["batch"].size();
  std::string log;
  if (found.contains("refused")) log = found["refused"].value("build_log", "");
  if (found.contains("ending")) log = found["ending"].value("last_words", "");
  if (!log.empty()) json["log"] = log;
  return json;
}

Json sentences(const RunReport& report, const specs::Catalogue& catalogue) {
  Json json = Json::object();
  for (const auto& [name, o] : report.run.at("operators").items()) {
    const specs::Spec* spec = catalogue.find(name);
    if (!spec) throw Error(fmt::format("no spec of operator {} (--specs)", name));
    json[name] = Json::object();
    for (const specs::Rule& rule : spec->rules) json[name][rule.id] = rule.sentence;
  }
  return json;
}

/// From each level on, the types that the operator's first tensor may have.
Json support_of(const specs::Spec& spec) {
  Json all = Json::array();
  for (const specs::Support& s : spec.support) {
    Json types = Json::array();
    for (const ops::DataType t : ops::all_data_types())
      if (s.rows[spec.signature.first_tensor()].types.contains(static_cast<std::int64_t>(t)))
        types.push_back(name_of(t));
    all.push_back({{"from", s.level.name()}, {"types", std::move(types)}});
  }
  return all;
}

}  // namespace

std::string report_html(const RunReport& report, const specs::Catalogue& catalogue) {
  Json data;
  data["run"] = report.run;
  data["sentences"] = sentences(report, catalogue);
  data["summaries"] = Json::object();
  data["support"] = Json::object();
  for (const auto& [name, o] : report.run.at("operators").items()) {
    const specs::Spec& spec = *catalogue.find(name);
    data["summaries"][name] = spec.summary;
    data["support"][name] = support_of(spec);
  }
  data["failures"] = Json::array();
  for (const Json& f : report.failures) data["failures"].push_back(shown(f, catalogue));
  return filled_page("page.html", data,
                     {"common.js", "summary.js", "findings.js", "matrix.js", "picture.js",
                      "divergences.js", "coverage.js", "chart.js", "headroom.js", "start.js"});
}

}  // namespace assay::conformance
