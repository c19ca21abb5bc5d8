// The complaints about a run, each one sentence that all reports show, and the verdict on it.
#include "conformance/gate/judged_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "conformance/base/words.h"
#include "conformance/run/backend.h"

namespace assay::conformance {

namespace {

/// The kernels of the user's own of these operators: their file where there is one, else its
/// folder.
std::string kernels_of(const RunFacts& facts, const std::vector<std::string>& operators) {
  std::set<std::string> files;
  for (const std::string& name : operators) {
    const auto& own = facts.own_kernels.at(name);
    files.insert(own.begin(), own.end());
  }
  const std::string& first = *files.begin();
  return "the kernels of " +
         (files.size() == 1 ? first : std::filesystem::path(first).parent_path().string());
}

/// Who is at fault in each divergence. Where the operators that diverge have no kernels of the
/// user's own, and each kernel built, it is the driver.
std::string at_fault(const JudgedRun& run) {
  if (run.facts.device.platform == Backend::kPlatform) return "the backend is at fault in each";
  std::vector<std::string> own;
  bool all_own = true;
  for (const auto& [spec, o] : run.tally().operators()) {
    if (o.divergences() == 0) continue;
    if (run.facts.own_kernels.contains(spec->name()))
      own.push_back(spec->name());
    else
      all_own = false;
  }
  if (own.empty() && run.result.never_built().empty()) return "the driver is at fault in each";
  if (own.empty()) return "the driver or the kernels are at fault in each";
  std::sort(own.begin(), own.end());
  const std::string kernels = kernels_of(run.facts, own);
  if (all_own) return kernels + " or the driver are at fault in each";
  return fmt::format("the driver is at fault in each, or {} in those of {}", kernels,
                     fmt::join(own, ", "));
}

/// The named operators of which no case was judged, as a sentence; empty if there are none. Another
/// shard may have what one lacks.
std::string not_tested(const JudgedRun& run) {
  if (!run.facts.options.named || !run.facts.options.shard.is_all()) return {};
  std::vector<std::string> names;
  for (const specs::Spec* spec : run.facts.options.operators) {
    const auto found = run.tally().operators().find(spec);
    const bool is_tested = found != run.tally().operators().end() &&
                           (found->second.elements > 0 || found->second.divergences() > 0);
    if (!is_tested) names.push_back(spec->name());
  }
  return names.empty() ? "" : fmt::format("Named, and not tested: {}.", fmt::join(names, ", "));
}

/// Which operators have no case, as a sentence; empty if each has one. A run without a plan may be
/// too short to reach all.
std::string not_reached(const JudgedRun& run) {
  constexpr std::size_t kNamed = 5;
  if (run.facts.options.plan) return {};
  std::vector<std::string> names;
  for (const specs::Spec* spec : run.facts.options.operators)
    if (!run.tally().operators().contains(spec)) names.push_back(spec->name());
  if (names.empty()) return {};
  const std::size_t others = names.size() > kNamed ? names.size() - kNamed : 0;
  names.resize(names.size() - others);
  return fmt::format("No case of {} of {} operators; more cases reach them: {}{}.",
                     names.size() + others, run.facts.options.operators.size(),
                     fmt::join(names, ", "), others ? fmt::format(" and {} others", others) : "");
}

}  // namespace

bool is_among(const std::vector<Complaint>& all, const Complaint& complaint) {
  return std::ranges::any_of(all, [&](const Complaint& c) { return c.text == complaint.text; });
}

std::vector<Complaint> complaints(const JudgedRun& run) {
  std::vector<Complaint> all;
  const Tally& tally = run.tally();
  if (const auto& waivers = run.waivers)
    for (const auto& [what, ids] : waivers->out_of_order())
      for (const std::string& id : *ids)
        all.push_back({"waivers", fmt::format("Waiver {}: {}", what, id), waivers->strict});
  if (run.waivers && !run.waivers->all_counted)
    all.push_back({"stopped",
                   "The budget was over before all earlier cases were compared with the waivers, "
                   "so unused waivers are not named.",
                   run.waivers->strict});
  if (run.lacks_coverage())
    all.push_back({"coverage", run.coverage
                                   ? fmt::format("Coverage is {:.1f}%, below --min-coverage {}",
                                                 run.coverage->least(), run.min_coverage)
                                   : fmt::format("--min-coverage {}: coverage was not measured",
                                                 run.min_coverage)});
  for (const std::string& shard : run.missing_shards)
    all.push_back({"shards", fmt::format("Missing: shard {}", shard)});
  if (run.result.stopped && run.result.unjudged == 0)
    all.push_back({"stopped", "The run was stopped before its time was over."});
  if (run.result.unjudged > 0)
    all.push_back(
        {"stopped", fmt::format("Not judged: {} cases{}", grouped(run.result.unjudged),
                                run.missing_shards.empty() ? ", as the run was stopped" : "")});
  for (const std::string& gone : {run.result.gone, run.facts.gone})
    if (!gone.empty())
      all.push_back({"drivers", fmt::format("The driver could not be started again: {}", gone)});
  if (!run.result.state.crashed_idle.empty())
    all.push_back(
        {"drivers", fmt::format("A worker without a case {}: the driver, or a thread of it, "
                                "crashed after its last case.",
                                run.result.state.crashed_idle)});
  for (const std::string& told : run.told)
    all.push_back({"told", "Told before the run was stopped, and not looked at again: " + told});
  all.insert(all.end(), run.facts.drivers.begin(), run.facts.drivers.end());
  for (const std::string& variant : run.result.never_built())
    all.push_back({"kernels",
                   fmt::format("Never compiled: {}. Another driver may tell whether the kernels or "
                               "this driver is at fault.",
                               variant),
                   false});
  for (const auto& [reason, count] : tally.skips())
    if (reason.is_short)
      all.push_back({"skips", fmt::format("Skipped {}: {} (short)", grouped(count), reason.what)});
  if (!run.is_tested())
    all.push_back({"nothing", "Nothing was tested."});
  else if (const std::string untested = not_tested(run); !untested.empty())
    all.push_back({"operators", untested});
  else if (const std::string missed = not_reached(run); !missed.empty())
    all.push_back({"operators", missed, false});
  return all;
}

int exit_code(const JudgedRun& run) {
  if (run.tally().divergences() > run.waived()) return 1;
  int code = 0;
  for (const Complaint& c : complaints(run)) {
    if (c.red && c.about == "waivers") return 1;
    if (c.red) code = 3;
  }
  return code;
}

std::string verdict_in_words(const JudgedRun& run) {
  const std::uint64_t bad = run.tally().divergences();
  const std::uint64_t known = run.waived();
  switch (exit_code(run)) {
    case 0:
      if (bad > 0)
        return fmt::format("No divergence in {} cases but {} that are waived.",
                           grouped(run.tally().total()), grouped(bad));
      return fmt::format("No divergence in {} cases.", grouped(run.tally().total()));
    case 1:
      if (bad == known) return "Waivers are out of order.";
      return fmt::format(
          "{} of {} cases diverge{}: {}.", grouped(bad), grouped(run.tally().total()),
          known ? fmt::format(", {} of them waived", grouped(known)) : "", at_fault(run));
    default:
      if (run.coverage && run.lacks_coverage())
        return fmt::format("Nothing failed, but coverage is {:.1f}%, below --min-coverage {}.",
                           run.coverage->least(), run.min_coverage);
      if (!run.missing_shards.empty())
        return "Nothing failed in the shards that are there, but shards are missing.";
      if (run.tally().total() == 0 && !run.facts.options.shard.is_all())
        return fmt::format("Nothing was tested: shard {} has no case; use fewer shards.",
                           run.facts.options.shard.name());
      return run.is_tested() ? "Nothing failed, but less was tested than asked for."
                             : "Nothing was tested.";
  }
}

}  // namespace assay::conformance
