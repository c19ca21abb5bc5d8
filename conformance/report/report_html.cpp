// The page of HTML: one file, made of the parts in conformance/report/page/ and the run's data as
// JSON, which the scripts show.
#include <fmt/format.h>

#include "conformance/report/run_report.h"
#include "ops/embedded_file.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

#include "kPageParts.inc"

using specs::Json;

/// What the page shows of a divergence.
Json shown(const Json& failure) {
  const Json& found = failure.at("found");
  Json json;
  json["verdict"] = found.at("verdict");
  json["case"] = failure.at("case");
  for (const char* key : {"shrunk", "reproduce", "waived"})
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

/// JSON as text in which nothing can end the HTML element around it.
std::string inline_json(const Json& json) {
  std::string out;
  for (char c : specs::json_text(json))
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

std::string part(std::string_view name) {
  const ops::EmbeddedFile* file = ops::find_file(kPageParts, name);
  if (!file) throw Error(fmt::format("the page lacks its part {}", name));
  return std::string(file->text);
}

}  // namespace

std::string report_html(const RunReport& report, const specs::Catalogue& catalogue) {
  Json data;
  data["run"] = report.run;
  data["sentences"] = sentences(report, catalogue);
  data["failures"] = Json::array();
  for (const Json& f : report.failures) data["failures"].push_back(shown(f));
  std::string scripts;
  for (const char* name : {"common.js", "summary.js", "findings.js", "matrix.js", "picture.js",
                           "divergences.js", "coverage.js", "headroom.js", "start.js"})
    scripts += part(name);
  // Each place is filled once, from left to right. The texts that are put in are not searched.
  std::string out;
  std::string_view rest;
  const std::string page = part("page.html");
  rest = page;
  for (const auto& [place, text] :
       {std::pair<std::string_view, std::string>{"{{style}}", part("page.css")},
        {"{{data}}", inline_json(data)},
        {"{{chart}}", part("chart.min.js")},
        {"{{scripts}}", scripts}}) {
    const std::size_t at = rest.find(place);
    if (at == rest.npos) throw Error(fmt::format("the page has no place {}", place));
    out += rest.substr(0, at);
    out += text;
    rest.remove_prefix(at + place.size());
  }
  return out += rest;
}

}  // namespace assay::conformance
