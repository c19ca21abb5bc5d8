// The largest errors of built-in functions as text and as a page.
#include "conformance/report/ulps_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/base/words.h"
#include "conformance/report/page_parts.h"

namespace assay::conformance {

using specs::Json;

std::string ulps_text(const ShownUlps& shown) {
  const Ulps& ulps = shown.ulps;
  std::string out = shown.folder.empty() ? "" : fmt::format("Result   {}\n", shown.folder);
  out += fmt::format("Device   {} ({})\nDriver   {}\n\n", ulps.device.name, ulps.device.platform,
                     ulps.device.driver_version);
  const auto line = [&](auto function, auto type, auto lanes, auto limit, auto largest, auto at,
                        auto came, const std::string& exact) {
    const std::string text = fmt::format("{:<10}{:<9}{:>5}{:>8.4}{:>11.4}  {:<26}{:<16}{}",
                                         function, type, lanes, limit, largest, at, came, exact);
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  };
  if (!ulps.errors.empty()) {
    out += fmt::format("{:<10}{:<9}{:>5}{:>8}{:>11}  {:<26}{:<16}{}\n", "Function", "type", "lanes",
                       "limit", "largest", "at", "came", "exact");
    for (const UlpError& e : ulps.errors)
      line(e.function, name_of(e.type), e.lanes, e.limit, e.largest, e.at(),
           fmt::format("{}", e.came),
           fmt::format("{:<16.9g}{}", e.exact,
                       e.is_beyond() ? fmt::format("  {} of {} beyond the limit",
                                                   grouped(e.refused), grouped(e.results))
                                     : ""));
    out += "\n";
  }
  for (const auto& n : ulps.not_supported)
    out += fmt::format("{}: not supported ({})\n", name_of(n.type), n.reason);
  return out + ulps.summary() + "\n";
}

Json ulps_results_json(const std::vector<ShownUlps>& all) {
  std::vector<std::string> summaries;
  Json results = Json::array();
  for (const ShownUlps& shown : all) {
    const std::string summary = shown.ulps.summary();
    summaries.push_back(
        all.size() == 1 ? summary : fmt::format("Driver {}: {}", results.size() + 1, summary));
    Json result = ulps_to_json(shown.ulps);
    if (!shown.folder.empty()) result["folder"] = shown.folder;
    results.push_back(std::move(result));
  }
  return {{"summary", fmt::format("{}", fmt::join(summaries, " "))}, {"results", results}};
}

std::string ulps_html(const std::vector<ShownUlps>& all) {
  return filled_page("ulps.html", ulps_results_json(all),
                     {"common.js", "table.js", "chart.js", "ulps.js"});
}

}  // namespace assay::conformance
