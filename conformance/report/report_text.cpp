// The report on the terminal.
#include "conformance/report/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "conformance/base/words.h"
#include "conformance/keep/run_folder.h"
#include "conformance/report/inputs_text.h"
#include "conformance/run/reproduction.h"

namespace assay::conformance {
namespace {

struct Covered {
  std::size_t reached = 0, of = 0;
};

Covered rules_covered(const specs::Spec& spec, const Tally::OfOperator& o) {
  Covered c{0, spec.rules.size()};
  for (const auto& r : o.rules) c.reached += r.satisfied > 0;
  return c;
}

/// The findings, each with its sentence and its examples.
std::string findings_text(const std::vector<Finding>& findings) {
  std::string out;
  for (std::size_t i = 0; i < std::min(kMostListed, findings.size()); ++i) {
    const Finding& f = findings[i];
    out += fmt::format("Finding {} ({}): {}\n  {}\n", i + 1, f.key(), f.title_with_waivers(),
                       f.sentence());
    for (const FindingExample& example : f.examples)
      for (std::size_t line = 0; line < example.text.size(); ++line)
        out += fmt::format("  {} {}\n", line == 0 ? "-" : " ", example.text[line]);
  }
  if (findings.size() > kMostListed)
    out += fmt::format("and {} more findings\n", findings.size() - kMostListed);
  return findings.empty() ? out : out + "\n";
}

/// What was tested, by what, on what.
std::string head_text(const RunFacts& facts) {
  const opencl::DeviceInfo& d = facts.device;
  const Shard& shard = facts.options.shard;
  std::string out = fmt::format("Device   {} ({})\nDriver   {}, {}\n", d.name, d.platform,
                                d.driver_version, d.version);
  out += fmt::format("Assay    {}, seed {}{}\n", facts.version, facts.options.seed,
                     shard.is_all() ? "" : ", shard " + shard.name());
  if (facts.own_kernels.empty()) return out;
  std::set<std::string> files;
  for (const auto& [name, own] : facts.own_kernels) files.insert(own.begin(), own.end());
  const std::size_t others = facts.options.operators.size() - facts.own_kernels.size();
  return out + fmt::format("Kernels  {}{}\n", fmt::join(files, ", "),
                           others == 0 ? std::string()
                                       : fmt::format("; of {} other operator{} built in", others,
                                                     others == 1 ? "" : "s"));
}

/// The verdicts that have a column: five always, and the others where some case has them.
std::vector<Verdict> columns_of(const Tally& tally) {
  constexpr Verdict kAlways[] = {Verdict::Pass, Verdict::Doubtful, Verdict::Skip, Verdict::Wrong,
                                 Verdict::Stray};
  std::vector<Verdict> columns(std::begin(kAlways), std::end(kAlways));
  for (std::size_t v = 0; v < kVerdicts; ++v)
    if (const auto verdict = static_cast<Verdict>(v);
        std::ranges::find(kAlways, verdict) == std::end(kAlways) && tally.count(verdict))
      columns.push_back(verdict);
  return columns;
}

/// A row for each operator.
std::string table_text(const std::vector<const specs::Spec*>& operators, const Tally& tally) {
  const std::vector<Verdict> columns = columns_of(tally);
  // The names stand in a column that is as wide as the longest of them.
  std::size_t width = 20;
  for (const auto& [spec, counts] : tally.operators()) width = std::max(width, spec->name().size());
  std::string out = fmt::format("{:<{}}", "Operator", width + 2);
  for (Verdict v : columns) out += fmt::format("{:>10}", name_of(v));
  out += fmt::format("{:>8}{:>10}\n", "Rules", "Headroom");
  for (const specs::Spec* spec : operators) {
    const auto found = tally.operators().find(spec);
    if (found == tally.operators().end()) continue;
    const Tally::OfOperator& o = found->second;
    out += fmt::format("{:<{}}", spec->name(), width + 2);
    for (Verdict v : columns)
      out += fmt::format("{:>10}", grouped(o.verdicts[static_cast<std::size_t>(v)]));
    const Covered covered = rules_covered(*spec, o);
    out += fmt::format("{:>8}", fmt::format("{}/{}", covered.reached, covered.of));
    out += o.worst_headroom > 0 ? fmt::format("{:>9.0f}%\n", 100 * o.worst_headroom)
                                : fmt::format("{:>10}\n", "exact");
  }
  return out;
}

/// What was left out, what was covered, what is waived, and what else is not as expected.
std::string gaps_text(const JudgedRun& run) {
  std::string out;
  for (const auto& [reason, count] : run.tally().skips())
    out += fmt::format("Skipped {}: {} ({})\n", grouped(count), reason.what,
                       reason.is_short ? "short" : "absent");
  if (run.coverage) {
    const auto share = [](const Share& s, const char* what) {
      return fmt::format("{:.1f}% of {} ({}/{})", s.percent(), what, grouped(s.reached),
                         grouped(s.of));
    };
    out += fmt::format("Coverage: {}, {}, {}\n", share(run.coverage->rules(), "rules at all sides"),
                       share(run.coverage->pairs(), "pairs of knobs"),
                       share(run.coverage->turning_points(), "turning points"));
  } else {
    out += "Coverage: not measured, as the run ended before it was known what can be covered\n";
  }
  if (run.waivers) out += fmt::format("Waived: {} divergences\n", grouped(run.waivers->waived));
  // Skips were told above. That nothing was tested is said in the last line.
  for (const Complaint& c : complaints(run))
    if (c.about != "skips" && c.about != "nothing") out += c.text + "\n";
  return out;
}

/// How long it took, and what of that were builds.
std::string pace_text(const CampaignResult& result) {
  std::string out;
  if (result.state.incidents > 0)
    out +=
        fmt::format("Incidents: {} times a worker was killed from outside; its work was redone\n",
                    result.state.incidents);
  const opencl::Builds& builds = result.state.builds;
  out += fmt::format(
      "{} cases in {:.1f} s, building programs included: {:.1f} s in each of {} workers\n",
      grouped(result.tally().total()), result.state.seconds, builds.seconds / result.jobs,
      result.jobs);
  if (builds.programs > 0)
    out +=
        fmt::format("Built {} programs, and {} kernels at their local sizes: {:.0f}% of the time\n",
                    grouped(builds.programs), grouped(builds.kernels), 100 * result.build_share());
  // Where hardly any time is left beside builds and investigations, there is no rate.
  if (const auto rate = static_cast<std::uint64_t>(result.rate()); rate > 0)
    out += fmt::format("{} cases/s without that\n", grouped(rate));
  return out;
}

}  // namespace

std::string report_text(const JudgedRun& run) {
  return head_text(run.facts) + "\n" + table_text(run.facts.options.operators, run.tally()) + "\n" +
         findings_text(run.findings) + gaps_text(run) + pace_text(run.result) +
         verdict_in_words(run) + "\n";
}

std::string record_command(const Record& record, const CommandWords& words,
                           const std::string& command, const std::filesystem::path& reproducer) {
  const bool has_file = !reproducer.empty() && !record.batch.empty();
  return reproduction(
      record, words, command,
      has_file ? reproducer / ReproducerFolders::kBatchFile : std::filesystem::path());
}

std::string record_text(const Record& record, const CommandWords& words,
                        const std::filesystem::path& reproducer, bool with_summary) {
  const specs::Spec& spec = *record.found.spec;
  std::string out = fmt::format("{} {}\n", name_of(record.judgement.verdict), spec.name());
  if (with_summary) out += fmt::format("  {}\n", spec.summary);
  if (const auto& wrong = record.smallest_judgement().wrong)
    for (const std::string& line : inputs_text(record.smallest(), wrong->tensor, wrong->came))
      out += fmt::format("  {}\n", line);
  out += fmt::format("  {}\n", record.smallest_judgement().text());
  if (!record.batch.empty())
    out += fmt::format("  {}in a batch of these {} cases{}\n",
                       record.judgement.unconfirmed ? "" : "only ", record.batch.size(),
                       record.judgement.unconfirmed ? "" : ", which pass alone");
  if (record.after) out += "  only after another case in the same process; it passes alone\n";
  out += fmt::format("  reproduce: {}\n", record_command(record, words, "check", reproducer));
  // A C file holds one batch, and nothing smaller was looked for.
  if (record.after) return out;
  const Verdict verdict = record.judgement.verdict;
  const bool can_shrink = verdict != Verdict::Flaky && verdict != Verdict::Accepted;
  if (record.batch.empty() && !record.shrunk && can_shrink)
    out += fmt::format("  not shrunk; to shrink it: {}\n", reproduction(record, words, "shrink"));
  if (!reproducer.empty())
    return out + fmt::format("  as C file: {}\n", (reproducer / "reproduce.c").string());
  // A backend has no kernels to export.
  if (record.route.variant == KernelLibrary::kBackendVariant) return out;
  return out + fmt::format("  as C file: {}\n", reproduction(record, words, "export --out report"));
}

}  // namespace assay::conformance
