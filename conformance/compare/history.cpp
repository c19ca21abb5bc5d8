// Findings of several runs are the same where their keys are.
#include "conformance/compare/history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/base/words.h"
#include "conformance/report/page_parts.h"
#include "conformance/report/run_report.h"

namespace assay::conformance {
namespace {

using specs::Json;

std::optional<double> percent_of(const Json& run, const char* what) {
  // Runs of earlier versions have no turning points.
  if (!run.contains("coverage") || !run["coverage"].contains(what)) return std::nullopt;
  return run["coverage"].at(what).at("percent").get<double>();
}

std::string percent_text(const std::optional<double>& percent) {
  return percent ? fmt::format("{:.1f}%", *percent) : "-";
}

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

std::string headroom_text(const History::Run& run) {
  return run.headroom_of.empty() ? "exact"
                                 : fmt::format("{:.0f}% ({})", run.headroom, run.headroom_of);
}

History::Run run_of(const std::filesystem::path& folder, const Json& run) {
  History::Run of{ComparedRun::of(folder, run),
                  percent_of(run, "rules"),
                  percent_of(run, "pairs"),
                  percent_of(run, "turning_points"),
                  {}};
  if (const double rate = run.at("times").at("cases_per_second"); rate >= 1)
    of.cases_per_second = rate;
  for (const auto& [name, o] : run.at("operators").items())
    if (const double used = 100 * o.at("worst_headroom").get<double>(); used > of.headroom) {
      of.headroom = used;
      of.headroom_of = name;
    }
  return of;
}

}  // namespace

std::string History::Finding::when() const {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i]) continue;
    const std::size_t first = i;
    while (i + 1 < runs.size() && runs[i + 1]) ++i;
    ranges.push_back(i == first ? fmt::format("{}", i + 1)
                                : fmt::format("{}-{}", first + 1, i + 1));
  }
  return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string History::summary() const {
  std::size_t fresh = 0, gone = 0, last = 0;
  for (const Finding& f : findings) {
    const bool before = std::find(f.runs.begin(), f.runs.end() - 1, true) != f.runs.end() - 1;
    last += f.runs.back();
    fresh += f.runs.back() && !before;
    gone += !f.runs.back();
  }
  return fmt::format("The last of {} run{} has {} finding{}: {} new; {} of earlier runs {} gone.",
                     runs.size(), runs.size() == 1 ? "" : "s", last, last == 1 ? "" : "s", fresh,
                     gone, gone == 1 ? "is" : "are");
}

History read_history(const std::vector<std::filesystem::path>& folders) {
  History history;
  for (std::size_t r = 0; r < folders.size(); ++r) {
    const Json run = read_run(folders[r], false).run;
    history.runs.push_back(run_of(folders[r], run));
    for (const Json& found : run.at("findings")) {
      const std::string key = found.at("key");
      auto at = std::find_if(history.findings.begin(), history.findings.end(),
                             [&](const History::Finding& f) { return f.key == key; });
      if (at == history.findings.end())
        at = history.findings.insert(at, {key, {}, {}, std::vector<bool>(folders.size())});
      at->title = found.at("title");
      at->sentence = found.at("sentence");
      at->runs[r] = true;
    }
  }
  return history;
}

std::string history_text(const History& history) {
  std::string out;
  for (std::size_t i = 0; i < history.runs.size(); ++i) {
    const History::Run& r = history.runs[i];
    const auto rate = static_cast<std::uint64_t>(r.cases_per_second.value_or(0));
    out += fmt::format("{}; rules {}, pairs {}, turning points {}; worst headroom {}{}\n",
                       r.text(i + 1), percent_text(r.rules), percent_text(r.pairs),
                       percent_text(r.turning_points), headroom_text(r),
                       rate > 0 ? fmt::format("; {} cases/s", grouped(rate)) : "");
  }
  out += "\n";
  for (const History::Finding& f : history.findings)
    out += fmt::format("Finding {} in run{} {}: {}\n  {}\n", f.key,
                       std::count(f.runs.begin(), f.runs.end(), true) == 1 ? "" : "s", f.when(),
                       f.title, f.sentence);
  return out + history.summary() + "\n";
}

Json history_to_json(const History& history) {
  Json json = {
      {"summary", history.summary()}, {"runs", Json::array()}, {"findings", Json::array()}};
  for (const History::Run& r : history.runs) {
    Json& one = json["runs"].emplace_back(r.to_json());
    one["rules_percent"] = number_json(r.rules);
    one["pairs_percent"] = number_json(r.pairs);
    one["turning_points_percent"] = number_json(r.turning_points);
    one["headroom_percent"] = r.headroom;
    one["headroom_of"] = r.headroom_of;
    one["cases_per_second"] = number_json(r.cases_per_second);
  }
  for (const History::Finding& f : history.findings)
    json["findings"].push_back(
        {{"key", f.key}, {"title", f.title}, {"sentence", f.sentence}, {"runs", f.runs}});
  return json;
}

std::string history_html(const History& history) {
  return filled_page("history.html", history_to_json(history),
                     {"common.js", "table.js", "chart.js", "history.js"});
}

}  // namespace assay::conformance
