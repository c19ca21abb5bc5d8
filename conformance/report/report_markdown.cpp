// Markdown for a merge request: the verdict, the counts, and the first divergences, folded.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conformance/base/cleaned.h"
#include "conformance/base/words.h"
#include "conformance/report/run_report.h"
#include "conformance/verdict/judgement_json.h"

namespace assay::conformance {
namespace {

using specs::Json;

/// How many divergences are shown, and how many characters of each text. Comments on merge requests
/// have a limited length.
constexpr std::size_t kShown = 10, kMostText = 3000;
/// How many entries of a list of waivers or shards are shown.
constexpr std::size_t kListed = 20;

/// The beginning of a text as a block of code.
std::string code_block(std::string text) {
  if (text.size() > kMostText) text = text.substr(0, kMostText) + "\n…";
  return markdown_code(text);
}

/// A list of points, of which the first kListed are shown.
std::string points(const std::vector<std::string>& all) {
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), kListed); ++i)
    out += fmt::format("- {}\n", clean_for_markdown(std::string_view(all[i]).substr(0, kMostText)));
  if (all.size() > kListed) out += fmt::format("- and {} more\n", grouped(all.size() - kListed));
  return out;
}

/// The complaints of the gate.
std::string gate(const RunReport& report) {
  std::vector<std::string> all;
  for (const Complaint& c : complaints_of(report))
    if (c.about != "skips") all.push_back(c.text);
  return all.empty() ? "" : "\n" + points(all);
}

/// The findings, those with the most cases first.
std::string findings(const RunReport& report) {
  std::vector<std::string> all;
  for (const Json& f : report.run.at("findings"))
    all.push_back(fmt::format("{}. {} ({})", f.value("title", ""), f.value("sentence", ""),
                              f.value("key", "")));
  return all.empty() ? "" : "\n### Findings\n\n" + points(all);
}

std::string divergences(const RunReport& report) {
  std::string out;
  std::size_t shown = 0, waived = 0;
  std::map<std::string, std::uint64_t> by_waiver;
  for (const Json& f : report.failures) {
    if (f.contains("waived")) {
      ++waived;
      ++by_waiver[f["waived"].get<std::string>()];
    }
    if (f.contains("waived") || ++shown > kShown) continue;
    const Json& found = smallest_found(f);
    const std::string line = f.at("case");
    out += fmt::format("\n<details><summary>{} {}</summary>\n\n{}\n{}</details>\n",
                       f.at("found").value("verdict", ""), clean_for_markdown(operator_of(line)),
                       code_block(found.value("message", "")), code_block(reproduction_text(f)));
  }
  if (shown > kShown) out += fmt::format("\nand {} more.\n", grouped(shown - kShown));
  if (waived == 0) return out;
  std::vector<std::string> ids;
  for (const auto& [id, count] : by_waiver)
    ids.push_back(fmt::format("{}: {}", id, grouped(count)));
  return out + fmt::format("\n{} are known and waived:\n\n{}", grouped(waived), points(ids));
}

}  // namespace

std::string report_markdown(const RunReport& report) {
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
  out += findings(report);

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
  if (!report.failures.empty()) out += "\n### Divergences\n" + divergences(report);
  return out;
}

}  // namespace assay::conformance
