#include "conformance/compare/side_by_side.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include "conformance/base/words.h"
#include "conformance/keep/kept_run.h"
#include "conformance/keep/status.h"
#include "conformance/report/page_parts.h"
#include "ops/error.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// A status that says nothing of the driver, or none, is no judgement.
bool is_judged(const std::string& status) {
  return !status.empty() && standing_of(status) != Standing::Skipped;
}

bool fails(const std::string& status) {
  return is_judged(status) && is_failing(standing_of(status));
}

/// All cases of the runs. A case that a run has twice counts by its worse status.
struct Cases {
  std::vector<SideBySide::Case> all;
  std::unordered_map<std::string, std::size_t> places;

  void add(const ResultRow& row, std::size_t run, std::size_t runs) {
    const auto [at, fresh] = places.emplace(row.name, all.size());
    if (fresh) all.push_back({row.name, std::vector<std::string>(runs)});
    std::string& status = all[at->second].statuses[run];
    if (status.empty() || (fails(row.status) && !fails(status))) status = row.status;
  }
};

SideBySide::Operator& find_or_add(SideBySide& side, const std::string& name) {
  auto at = std::lower_bound(
      side.operators.begin(), side.operators.end(), name,
      [](const SideBySide::Operator& o, const std::string& n) { return o.name < n; });
  if (at == side.operators.end() || at->name != name) {
    const std::size_t runs = side.runs.size();
    at = side.operators.insert(at, {name, std::vector<SideBySide::Verdicts>(runs), 0, 0,
                                    std::vector<std::uint64_t>(runs)});
  }
  return *at;
}

void count(SideBySide& side, SideBySide::Case c) {
  std::size_t judged = 0, failing = 0, last = 0;
  for (std::size_t r = 0; r < c.statuses.size(); ++r) {
    judged += is_judged(c.statuses[r]);
    if (!fails(c.statuses[r])) continue;
    ++failing;
    last = r;
  }
  if (judged < 2) return;
  SideBySide::Operator& o = find_or_add(side, c.line.substr(0, c.line.find(':')));
  ++o.shared;
  o.fail_everywhere += failing == judged;
  if (failing == 0 || failing == judged) return;
  if (failing == 1) ++o.alone[last];
  side.divided.push_back(std::move(c));
}

std::uint64_t cases_of(const SideBySide::Verdicts& verdicts) {
  std::uint64_t all = 0;
  for (const auto& [verdict, cases] : verdicts) all += cases;
  return all;
}

/// What a table says of an operator in a run: `1,204 pass`, `3 Wrong of 1,204`, `-`.
std::string cell(const SideBySide::Verdicts& verdicts) {
  const std::uint64_t all = cases_of(verdicts);
  if (all == 0) return "-";
  std::vector<std::string> failing;
  for (const auto& [verdict, cases] : verdicts)
    if (fails(verdict)) failing.push_back(fmt::format("{} {}", grouped(cases), verdict));
  if (failing.empty()) return fmt::format("{} pass", grouped(all));
  return fmt::format("{} of {}", fmt::join(failing, ", "), grouped(all));
}

bool passes_everywhere(const SideBySide::Operator& o) {
  return std::none_of(o.verdicts.begin(), o.verdicts.end(), [](const SideBySide::Verdicts& v) {
    return std::any_of(v.begin(), v.end(), [](const auto& entry) { return fails(entry.first); });
  });
}

std::string table(const SideBySide& side) {
  std::vector<std::vector<std::string>> rows{{"Operator"}};
  for (std::size_t r = 0; r < side.runs.size(); ++r)
    rows[0].push_back(fmt::format("Run {}", r + 1));
  std::size_t passing = 0;
  for (const SideBySide::Operator& o : side.operators) {
    if (passes_everywhere(o)) {
      ++passing;
      continue;
    }
    rows.push_back({o.name});
    for (const SideBySide::Verdicts& v : o.verdicts) rows.back().push_back(cell(v));
  }
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string out;
  if (rows.size() > 1)
    for (const auto& row : rows) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c)
        line += fmt::format("{:<{}}  ", row[c], widths[c]);
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
  return out +
         fmt::format("{} operator{} in no run.\n", passing, passing == 1 ? " fails" : "s fail");
}

}  // namespace

std::uint64_t SideBySide::alone(std::size_t run) const {
  std::uint64_t sum = 0;
  for (const Operator& o : operators) sum += o.alone[run];
  return sum;
}

std::uint64_t SideBySide::shared() const {
  std::uint64_t sum = 0;
  for (const Operator& o : operators) sum += o.shared;
  return sum;
}

std::string SideBySide::summary() const {
  std::uint64_t everywhere = 0;
  for (const Operator& o : operators) everywhere += o.fail_everywhere;
  if (shared() == 0) return "No case was judged in two runs.";
  std::vector<std::string> parts;
  for (std::size_t r = 0; r < runs.size(); ++r)
    if (const std::uint64_t cases = alone(r))
      parts.push_back(fmt::format("{} fail in run {} alone", grouped(cases), r + 1));
  if (everywhere) parts.push_back(fmt::format("{} fail in all", grouped(everywhere)));
  if (parts.empty())
    parts.push_back(divided.empty() ? "none fails" : "none fails in one run alone");
  return fmt::format("Of {} cases that several runs judged, {}.", grouped(shared()),
                     fmt::join(parts, ", "));
}

SideBySide put_side_by_side(const std::vector<std::filesystem::path>& folders) {
  if (folders.size() < 2) throw Error("compare takes the folders of two runs or more");
  SideBySide side;
  Cases cases;
  side.runs.resize(folders.size());
  for (std::size_t r = 0; r < folders.size(); ++r) {
    const Results results(folders[r]);
    if (!results.run) throw Error(fmt::format("{}: not the folder of a run", folders[r].string()));
    results.for_each_row([&](const ResultRow& row) { cases.add(row, r, folders.size()); });
    side.runs[r] = ComparedRun::of(folders[r], *results.run);
    for (const auto& [name, o] : results.run->at("operators").items())
      find_or_add(side, name).verdicts[r] = o.at("verdicts").get<SideBySide::Verdicts>();
  }
  for (SideBySide::Case& c : cases.all) count(side, std::move(c));
  return side;
}

std::string side_by_side_text(const SideBySide& side, std::size_t most) {
  std::string out;
  for (std::size_t r = 0; r < side.runs.size(); ++r) out += side.runs[r].text(r + 1) + "\n";
  out += "\n" + table(side);
  if (!side.divided.empty()) out += "\nCases in which the runs differ:\n";
  for (std::size_t i = 0; i < std::min(most, side.divided.size()); ++i) {
    const SideBySide::Case& c = side.divided[i];
    std::vector<std::string> statuses;
    for (const std::string& status : c.statuses) statuses.push_back(status.empty() ? "-" : status);
    out += fmt::format("  {}  {}\n", fmt::join(statuses, " | "), c.line);
  }
  if (side.divided.size() > most)
    out += fmt::format("  ... and {} more (--all lists them all)\n",
                       grouped(side.divided.size() - most));
  return out + "\n" + side.summary() + "\n";
}

Json side_by_side_to_json(const SideBySide& side) {
  Json json = {{"summary", side.summary()},
               {"runs", Json::array()},
               {"operators", Json::object()},
               {"divided", Json::array()}};
  for (std::size_t r = 0; r < side.runs.size(); ++r)
    json["runs"].emplace_back(side.runs[r].to_json())["alone"] = side.alone(r);
  for (const SideBySide::Operator& o : side.operators)
    json["operators"][o.name] = {{"verdicts", o.verdicts},
                                 {"shared", o.shared},
                                 {"fail_everywhere", o.fail_everywhere},
                                 {"alone", o.alone}};
  for (const SideBySide::Case& c : side.divided)
    json["divided"].push_back({{"case", c.line}, {"statuses", c.statuses}});
  return json;
}

std::string side_by_side_html(const SideBySide& side) {
  return filled_page("compare.html", side_by_side_to_json(side),
                     {"common.js", "table.js", "compare.js"});
}

}  // namespace assay::conformance
