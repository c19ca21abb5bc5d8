// Markdown for a merge request: the verdict, the findings, each with a few of its divergences,
// folded, and the counts.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/base/cleaned.h"
#include "conformance/base/words.h"
#include "conformance/report/report_text.h"
#include "conformance/report/run_report.h"
#include "conformance/verdict/judgement_json.h"
#include "ops/utf8.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// How many divergences are shown, how many of one finding, and how many characters of each text.
/// Comments on merge requests have a limited length.
constexpr std::size_t kShown = 10, kOfFinding = 3, kMostText = 3000;

/// The beginning of a text as a block of code.
std::string code_block(std::string text) {
  if (text.size() > kMostText) text = text.substr(0, kMostText) + "\n…";
  return markdown_code(text);
}

/// A list of points, of which the first kMostListed are shown.
std::string points(const std::vector<std::string>& all) {
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), kMostListed); ++i)
    out += fmt::format("- {}\n", clean_for_markdown(std::string_view(all[i]).substr(0, kMostText)));
  if (all.size() > kMostListed)
    out += fmt::format("- and {} more\n", grouped(all.size() - kMostListed));
  return out;
}

/// The complaints of the gate.
std::string gate(const RunReport& report) {
  std::vector<std::string> all;
  for (const Complaint& c : complaints_of(report))
    if (c.about != "skips") all.push_back(c.text);
  return all.empty() ? "" : "\n" + points(all);
}

/// The divergences of a finding, each case once; those of no finding where it is null. Waived ones
/// are left out.
std::vector<const Json*> unwaived_of(const RunReport& report, const Json* finding) {
  const std::vector<const Json*> findings = findings_by_failure(report);
  std::vector<const Json*> all;
  std::set<std::string> lines;
  for (std::size_t i = 0; i < report.failures.size(); ++i) {
    const Json& f = report.failures[i];
    if (findings[i] == finding && !f.contains("waived") &&
        lines.insert(smallest_case(f).get<std::string>()).second)
      all.push_back(&f);
  }
  // Lines of the same length keep the order in which they were found: the failures are elements of
  // one array, so their addresses ascend.
  std::ranges::sort(all, {}, [](const Json* f) {
    return std::pair(smallest_case(*f).get_ref<const std::string&>().size(), f);
  });
  return all;
}

/// The beginning of a text within an element of HTML, where no escape of Markdown has a meaning.
std::string html_title(const std::string& text) {
  constexpr std::size_t kMost = 100;
  std::size_t end = std::min(text.size(), kMost);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  std::string out;
  for (const char c : ops::printable(text.substr(0, end)))
    // A mention would write to people.
    out += std::string_view("&<>@").find(c) == std::string_view::npos
               ? std::string(1, c)
               : fmt::format("&#{};", static_cast<int>(c));
  return end < text.size() ? out + "…" : out;
}

std::string divergence(const Json& failure, const specs::Catalogue& catalogue) {
  const Json& found = smallest_found(failure);
  std::string text = found.value("message", "");
  for (const std::string& line : inputs_of(failure, catalogue)) text += "\n" + line;
  // What came tells the cases of a finding apart, before anybody unfolds them.
  std::string title = found.value("message", "");
  title = title.substr(0, std::min(title.find(';'), title.find('\n')));
  title = fmt::format("{} {}: {}", failure.at("found").value("verdict", ""),
                      operator_of(failure.at("case").get<std::string>()), title);
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n{}</details>\n", html_title(title),
                     code_block(std::move(text)), code_block(reproduction_text(failure)));
}

/// What the operator of a finding does, where it is one.
std::string what_it_does(const Json& finding, const specs::Catalogue& catalogue) {
  const Json operators = finding.value("operators", Json::array());
  const specs::Spec* spec =
      operators.size() == 1 ? catalogue.find(operators[0].get<std::string>()) : nullptr;
  return spec ? fmt::format("{}: {}\n", clean_for_markdown(spec->name()),
                            clean_for_markdown(spec->summary))
              : std::string();
}

/// The findings, those with the most cases first, each with its sentence and a few divergences;
/// then the divergences of no finding, and how many are waived.
std::string divergences(const RunReport& report, const specs::Catalogue& catalogue) {
  struct Group {
    std::string heading;
    std::vector<const Json*> divergences;
    std::size_t shown = 0;
  };
  std::vector<Group> groups;
  for (const Json& f : report.run.at("findings"))
    groups.push_back({fmt::format("\n**{}** ({}). {}\n", clean_for_markdown(f.value("title", "")),
                                  f.value("key", ""), clean_for_markdown(f.value("sentence", ""))) +
                          what_it_does(f, catalogue),
                      unwaived_of(report, &f)});
  groups.push_back({"", unwaived_of(report, nullptr)});
  // Each finding has one divergence before any has a second one.
  std::size_t shown = 0;
  for (std::size_t round = 0; round < kShown; ++round)
    for (Group& g : groups) {
      const std::size_t most = g.heading.empty() ? kShown : kOfFinding;
      if (shown < kShown && g.shown == round && round < std::min(most, g.divergences.size()))
        ++g.shown, ++shown;
    }
  std::string out;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& g = groups[i];
    if (i < kMostListed) out += g.heading;
    for (std::size_t d = 0; d < g.shown; ++d) out += divergence(*g.divergences[d], catalogue);
  }
  if (groups.size() - 1 > kMostListed)
    out += fmt::format("\nand {} more findings.\n", grouped(groups.size() - 1 - kMostListed));
  std::size_t waived = 0;
  std::map<std::string, std::uint64_t> by_waiver;
  for (const Json& f : report.failures)
    if (f.contains("waived")) {
      ++waived;
      ++by_waiver[f["waived"].get<std::string>()];
    }
  if (const std::size_t more = report.failures.size() - waived - shown; more > 0)
    out += fmt::format("\nand {} more.\n", grouped(more));
  if (waived == 0) return out;
  std::vector<std::string> ids;
  for (const auto& [id, count] : by_waiver)
    ids.push_back(fmt::format("{}: {}", id, grouped(count)));
  return out + fmt::format("\n{} are known and waived:\n\n{}", grouped(waived), points(ids));
}

}  // namespace

std::string report_markdown(const RunReport& report, const specs::Catalogue& catalogue) {
  const Json& run = report.run;
  const Json& device = run.at("device");
  std::string out = fmt::format("## assay: {}\n\n{} ({}), driver {}, {}; assay {}, seed {}.\n",
                                clean_for_markdown(run.value("summary", "")),
                                clean_for_markdown(device.value("name", "")),
                                clean_for_markdown(device.value("platform", "")),
                                clean_for_markdown(device.value("driver_version", "")),
                                clean_for_markdown(device.value("version", "")),
                                run.value("assay", ""), run.at("options").at("seed").dump());

  for (const auto& [name, o] : run.at("operators").items())
    if (const std::string kernels = o.value("kernels", "built in"); kernels != "built in")
      out += fmt::format("\nKernels: {} of {}\n", clean_for_markdown(name),
                         clean_for_markdown(kernels));

  out += gate(report);
  if (!report.failures.empty()) out += "\n### Divergences\n" + divergences(report, catalogue);

  std::vector<std::string> columns;
  for (std::size_t v = 0; v < kVerdicts; ++v) {
    const std::string name(name_of(static_cast<Verdict>(v)));
    bool any = static_cast<Verdict>(v) <= Verdict::Wrong;
    for (const auto& [spec, o] : run.at("operators").items())
      any |= o.at("verdicts").contains(name);
    if (any) columns.push_back(name);
  }
  out += "\n| Operator |";
  for (const std::string& c : columns) out += fmt::format(" {} |", c);
  out += " Rules tested |\n|---|";
  for (std::size_t i = 0; i <= columns.size(); ++i) out += "--:|";
  std::string untested;
  for (const auto& [name, o] : run.at("operators").items()) {
    out += fmt::format("\n| {} |", clean_for_markdown(name));
    for (const std::string& c : columns)
      out += fmt::format(" {} |", grouped(o["verdicts"].value(c, std::uint64_t{0})));
    std::size_t tested = 0;
    for (const auto& [rule, seen] : o.at("rules").items()) {
      const bool reached = seen.value("satisfied", std::uint64_t{0}) > 0;
      tested += reached;
      if (!reached) untested += fmt::format("{}`{}/{}`", untested.empty() ? "" : ", ", name, rule);
    }
    out += fmt::format(" {}/{} |", tested, o["rules"].size());
  }
  out += "\n";
  if (!untested.empty()) out += fmt::format("\nRules that no case tested: {}\n", untested);
  for (const Json& skip : run.at("skips"))
    out += fmt::format("\nSkipped {}: {} ({})\n", grouped(skip.at("count").get<std::uint64_t>()),
                       clean_for_markdown(skip.value("reason", "")),
                       skip.value("short", false) ? "short" : "absent");
  return out;
}

}  // namespace assay::conformance
