// What the fuzzer found is judged again by workers, alone, and shrunk.
#include "cmd/fuzz_findings.h"

#include <fmt/format.h>

#include <utility>

#include "cmd/options/case_input.h"
#include "cmd/options/tell.h"
#include "cmd/stop_signals.h"
#include "conformance/base/output_file.h"
#include "conformance/find/check.h"
#include "conformance/find/investigate.h"
#include "conformance/find/shrink.h"
#include "conformance/report/report_text.h"
#include "specs/rules.h"

namespace assay::cmd {
namespace {

using conformance::Record;

/// The id of the data rule that the case's index fill is about; `-` where the indices are ordinary.
std::string rule_of(const specs::Case& c) {
  const specs::DataRule* const rule = specs::data_rule_of(c);
  return rule ? rule->id : "-";
}

}  // namespace

FuzzFindings::FuzzFindings(const Context& context, const DeviceOptions& device,
                           const std::filesystem::path& out, double seconds)
    : device_(device),
      out_(out),
      program_(context.program()),
      catalogue_(context.specs),
      limit_(seconds),
      runner_(workers(context)) {}

bool FuzzFindings::is_time_left() {
  constexpr double kSecondsAfterASignal = 2;
  if (limit_.has_passed()) return false;
  if (!StopSignals::asked()) return true;
  if (!end_) end_.emplace(kSecondsAfterASignal);
  return !end_->has_passed();
}

conformance::WorkerOptions FuzzFindings::workers(const Context& context) {
  conformance::WorkerOptions options = device_.workers(catalogue_, context.specs);
  options.go_on = [this] { return is_time_left(); };
  return options;
}

std::optional<bool> FuzzFindings::add(const std::string& text) {
  bool found = false;
  for (const NamedCase& named : read_cases({text}, catalogue_)) {
    const auto diverges = add(named.c, named.route);
    if (!diverges) return std::nullopt;
    found |= *diverges;
  }
  return found;
}

void FuzzFindings::print() const {
  if (kinds_.empty()) return;
  say("{:<22}{:<10}{:<16}{:<12}{:>6}  {}\n", "Operator", "Verdict", "Rule", "Variant", "Found",
      "Case");
  for (const auto& [kind, kept] : kinds_)
    say("{:<22}{:<10}{:<16}{:<12}{:>6}  {}\n", kind[0], kind[1], kind[2], kind[3], kept.count,
        kept.file.string());
  const std::string words = device_.words(runner_.device());
  say("\nreproduce: {} check {} CASE\n", program_, words);
}

std::optional<bool> FuzzFindings::add(const specs::Case& c, const conformance::Route& route) {
  const conformance::Checked checked = conformance::check(runner_, c, route);
  if (is_cut_off(checked.judgement)) return std::nullopt;
  if (!is_divergence(checked.judgement.verdict)) return false;
  Record record;
  record.found = c;
  record.route = checked.route;
  record.judgement = checked.judgement;
  if (record.judgement.verdict != conformance::Verdict::Flaky)
    record = shrink_record(runner_, std::move(record), [this] { return is_time_left(); });
  const Kind kind{c.spec->name(), std::string(name_of(record.judgement.verdict)),
                  rule_of(record.smallest()), record.smallest_route().variant};
  Kept& kept = kinds_[kind];
  const auto cost = conformance::complexity({record.smallest(), record.smallest_route()});
  if (kept.count++ > 0 && kept.complexity <= cost) return true;
  kept.complexity = cost;
  kept.file = out_ / fmt::format("{}-{}-{}-{}.case", kind[0], kind[1],
                                 kind[2] == "-" ? "any" : kind[2], kind[3]);
  conformance::OutputFile file(kept.file);
  const opencl::DeviceInfo& d = runner_.device();
  file.write(fmt::format("# {}: {}\n# {}, driver {}\n{}\n", kind[1],
                         record.smallest_judgement().text(), d.full_name(), d.driver_version,
                         record.shrunk_line()));
  file.close();
  return true;
}

}  // namespace assay::cmd
