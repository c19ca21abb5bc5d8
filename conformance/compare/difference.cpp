// Compares two runs by their findings, and case by case. A case that a run has twice counts by its
// worse status. A newly tested case that fails is as bad as a broken one: no waiver says that it
// may fail.
#include "conformance/compare/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "conformance/base/words.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/run_json.h"
#include "conformance/run/device_json.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

struct Run {
  /// The names of the cases, in the order of the file.
  std::vector<std::string> names;
  std::unordered_map<std::string, std::string> statuses;
};

Run read(const Results& results) {
  Run run;
  results.for_each_row([&](const ResultRow& row) {
    const auto [at, fresh] = run.statuses.emplace(row.name, row.status);
    if (fresh)
      run.names.push_back(row.name);
    else if (is_failing(standing_of(row.status)) && !is_failing(standing_of(at->second)))
      at->second = row.status;
  });
  return run;
}

/// The worst headroom of each operator.
std::map<std::string, double> headroom_of(const Results& results) {
  std::map<std::string, double> worst;
  if (!results.run) return worst;
  for (const auto& [name, o] : results.run->at("operators").items())
    worst[name] = o.at("worst_headroom");
  return worst;
}

/// Opens the gate for the device of a run. A results file does not say which device that is.
void open(Gate& gate, const Results& results) {
  if (results.run) return gate.open(device_from_json(results.run->at("device")));
  if (gate.asks_for_device())
    throw Error(
        fmt::format("{}: does not say of which device it is, and waivers ask for one: give "
                    "the folder of the run",
                    results.file.string()));
  gate.open({});
}

void place(Difference& d, Difference::Case c, const Gate& gate) {
  const Standing was = c.before.empty() ? Standing::Skipped : standing_of(c.before);
  const Standing is = c.after.empty() ? Standing::Skipped : standing_of(c.after);
  if (was == Standing::Skipped && is == Standing::Skipped) return;
  if (was != Standing::Skipped && is != Standing::Skipped) ++d.compared;
  if (is_failing(is) && c.before != c.after &&
      gate.covering(c.name, divergences_of(c.after).front()))
    d.waived.push_back(std::move(c));
  else if (was == Standing::Skipped && is_failing(is))
    d.fresh_failing.push_back(std::move(c));
  else if (was == Standing::Skipped)
    d.fresh.push_back(std::move(c));
  else if (is == Standing::Skipped)
    d.missing.push_back(std::move(c));
  else if (is_failing(was) && !is_failing(is))
    d.fixed.push_back(std::move(c));
  else if (!is_failing(was) && is_failing(is))
    d.broken.push_back(std::move(c));
  else if (is_failing(is) && c.before != c.after)
    d.changed.push_back(std::move(c));
  else
    ++d.same;
}

/// The findings of both runs. They are the same where their keys are.
void compare_findings(Difference& d, const Results& before, const Results& after) {
  if (!before.run || !after.run) return;
  std::map<std::string, Difference::Finding> all;
  for (const bool is_after : {false, true})
    for (const Json& found : (is_after ? after : before).run->at("findings")) {
      Difference::Finding& f = all[found.at("key")];
      f.key = found.at("key");
      f.title = found.at("title");
      f.sentence = found.at("sentence");
      (is_after ? f.after : f.before) = found.at("failing").size();
    }
  for (auto& [key, f] : all)
    if (f.before == f.after)
      ++d.same_findings;
    else
      d.findings.push_back(std::move(f));
  const auto place = [](const Difference::Finding& f) {
    return std::pair(f.before == 0 ? 0 : f.after == 0 ? 1 : 2, f.key);
  };
  std::ranges::sort(d.findings, {}, place);
}

std::string findings_text(const Difference& d, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, d.findings.size()); ++i) {
    const Difference::Finding& f = d.findings[i];
    text += f.before == 0 ? fmt::format("New finding {}: {}\n", f.key, f.title)
            : f.after == 0
                ? fmt::format("Finding {} is gone: {}\n", f.key, f.title)
                : fmt::format("Finding {}: {}; {} before\n", f.key, f.title, grouped(f.before));
    text += fmt::format("  {}\n", f.sentence);
  }
  if (d.findings.size() > most) text += fmt::format("... (--all lists them all)\n");
  return text;
}

struct Kind {
  const char* name;
  const char* title;
  std::vector<Difference::Case> Difference::* cases;
};
constexpr Kind kKinds[] = {{"broken", "Broken", &Difference::broken},
                           {"new_failures", "Newly tested, and fails", &Difference::fresh_failing},
                           {"changed", "Fails otherwise", &Difference::changed},
                           {"waived", "Fails, as is waived", &Difference::waived},
                           {"missing", "No longer tested", &Difference::missing},
                           {"fixed", "Fixed", &Difference::fixed},
                           {"newly_tested", "Newly tested", &Difference::fresh}};

}  // namespace

int Difference::exit_code() const {
  if (!broken.empty() || !fresh_failing.empty()) return 1;
  return missing.empty() && compared > 0 ? 0 : 3;
}

Difference compare_runs(const std::filesystem::path& before, const std::filesystem::path& after,
                        Gate& gate) {
  constexpr double kGrown = 0.01;
  const Results old_results(before), results(after);
  const Run was = read(old_results), is = read(results);
  open(gate, results);
  Difference d;
  for (const std::string& name : was.names) {
    const auto found = is.statuses.find(name);
    place(d, {name, was.statuses.at(name), found == is.statuses.end() ? "" : found->second}, gate);
  }
  for (const std::string& name : is.names)
    if (!was.statuses.contains(name)) place(d, {name, "", is.statuses.at(name)}, gate);
  compare_findings(d, old_results, results);
  const auto old_headroom = headroom_of(old_results);
  for (const auto& [name, worst] : headroom_of(results))
    if (const auto old = old_headroom.find(name);
        old != old_headroom.end() && worst - old->second >= kGrown)
      d.headroom.push_back({name, old->second, worst});
  return d;
}

Json difference_to_json(const Difference& d) {
  Json json;
  for (const Kind& kind : kKinds) {
    json[kind.name] = Json::array();
    for (const Difference::Case& c : d.*kind.cases) {
      Json entry = {{"case", c.name}};
      if (!c.before.empty()) entry["before"] = c.before;
      if (!c.after.empty()) entry["after"] = c.after;
      json[kind.name].push_back(std::move(entry));
    }
  }
  json["same"] = d.same;
  json["compared"] = d.compared;
  json["findings"] = Json::array();
  for (const auto& f : d.findings)
    json["findings"].push_back({{"key", f.key},
                                {"title", f.title},
                                {"sentence", f.sentence},
                                {"before", f.before},
                                {"after", f.after}});
  json["same_findings"] = d.same_findings;
  json["headroom"] = Json::object();
  for (const auto& h : d.headroom)
    json["headroom"][h.operator_name] = {{"before", h.before}, {"after", h.after}};
  json["exit_code"] = d.exit_code();
  return json;
}

std::string difference_text(const Difference& d, std::size_t most) {
  std::string text = findings_text(d, most);
  for (const Kind& kind : kKinds) {
    const auto& cases = d.*kind.cases;
    if (cases.empty()) continue;
    text += fmt::format("{}: {}\n", kind.title, grouped(cases.size()));
    for (std::size_t i = 0; i < std::min(most, cases.size()); ++i)
      text += fmt::format("  {} -> {}  {}\n", cases[i].before.empty() ? "-" : cases[i].before,
                          cases[i].after.empty() ? "-" : cases[i].after, cases[i].name);
    if (cases.size() > most) text += fmt::format("  ... (--all lists them all)\n");
  }
  for (const auto& h : d.headroom)
    text += fmt::format("Headroom of {} grew: {:.0f}% -> {:.0f}%\n", h.operator_name,
                        100 * h.before, 100 * h.after);
  text += fmt::format(
      "{} broken, {} changed, {} no longer tested, {} fixed, {} newly tested ({} of them fail), "
      "{} waived, {} as before\n",
      grouped(d.broken.size()), grouped(d.changed.size()), grouped(d.missing.size()),
      grouped(d.fixed.size()), grouped(d.fresh.size() + d.fresh_failing.size()),
      grouped(d.fresh_failing.size()), grouped(d.waived.size()), grouped(d.same));
  if (d.compared == 0) text += "Nothing was compared: no case was judged in both runs.\n";
  return text;
}

}  // namespace assay::conformance
