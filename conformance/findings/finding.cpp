// Examples are the failed cases and passing cases of the same run. Each kind of failure is
// separated from the passing cases for itself.
#include "conformance/findings/finding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/base/words.h"
#include "conformance/findings/evidence.h"
#include "conformance/findings/fresh_cases.h"
#include "conformance/findings/separate.h"
#include "ops/hash.h"

namespace assay::conformance {
namespace {

/// How often conditions are corrected by fresh cases, and how many of the failures of one kind are
/// looked at. More of them tell nothing new, and a driver's page can hold millions.
constexpr int kRounds = 3;
constexpr std::size_t kMostFailures = 2000;

std::vector<std::string> operators_of(const std::vector<FailedCase>& failed,
                                      const std::vector<std::size_t>& which) {
  std::set<std::string> names;
  for (const std::size_t i : which) names.emplace(operator_of(failed[i].line));
  return {names.begin(), names.end()};
}

std::string_view words_for(opencl::Damage::What what) {
  using What = opencl::Damage::What;
  switch (what) {
    case What::GuardBefore:
      return "wrote before a tensor";
    case What::GuardAfter:
      return "wrote behind a tensor";
    case What::InputChanged:
      return "changed an input";
    case What::ScratchBefore:
      return "wrote before a scratch";
    case What::ScratchAfter:
      return "wrote behind a scratch";
    case What::DescriptorChanged:
      return "changed a descriptor";
    case What::PoisonRead:
      return "read what nobody wrote";
    case What::ArgumentChanged:
      return "an argument arrived changed";
  }
  return "damage";
}

bool is_about_operator(const std::string& condition) { return condition.starts_with("operator="); }

/// The findings among the failures of one kind. `which` are their indices.
class Kind {
 public:
  Kind(const std::vector<FailedCase>& failed, const std::vector<std::size_t>& which,
       Evidence& evidence)
      : failed_(failed), which_(which), evidence_(evidence), examples_(evidence.passing()) {
    passing_ = examples_.size();
    const std::size_t looked_at = std::min(which.size(), kMostFailures);
    for (std::size_t i = 0; i < looked_at; ++i)
      examples_.push_back({evidence.properties_of(failed[which[i]].line), true});
    tried_ = examples_.size();
  }

  /// Separates the examples, and corrects the result by fresh cases.
  void explain(const TryCase& try_case) {
    if (!may_go_on()) return give_up();
    separations_ = separate(examples_, evidence_.properties());
    // Where a driver hangs or crashes, trying costs too much.
    const std::string& failure = failed_[which_[0]].failure;
    const bool cheap = failure.starts_with("Wrong") || failure.starts_with("Stray") ||
                       failure.starts_with("Refused");
    if (!try_case || !cheap) return;
    for (int round = 0; round < kRounds && may_go_on(); ++round) {
      const std::size_t before = examples_.size();
      for (const Separation& s : separations_) {
        std::vector<std::string> lines;
        for (const std::size_t e : s.failing)
          if (e >= passing_ && e < tried_) lines.push_back(failed_[which_[e - passing_]].line);
        if (!lines.empty()) try_fresh_cases(evidence_, s, lines, failure, try_case, examples_);
      }
      if (examples_.size() == before) return;
      std::vector<Separation> again = separate(examples_, evidence_.properties());
      const bool same =
          std::equal(again.begin(), again.end(), separations_.begin(), separations_.end(),
                     [](const Separation& a, const Separation& b) { return a.all_of == b.all_of; });
      separations_ = std::move(again);
      if (same) return;
    }
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> findings;
    add_findings(findings);
    add_rest(findings);
    return findings;
  }

 private:
  void add_findings(std::vector<Finding>& findings) const {
    for (const Separation& s : separations_) {
      Finding f;
      for (const std::size_t e : s.failing)
        if (e >= passing_ && e < tried_) f.failing.push_back(which_[e - passing_]);
      if (f.failing.empty()) continue;
      f.failure = failed_[which_[0]].failure;
      f.operators = operators_of(failed_, f.failing);
      for (const Properties::Id id : s.all_of) {
        const std::string& text = evidence_.properties()[id].text;
        if (!is_about_operator(text)) f.conditions.push_back(text);
      }
      std::sort(f.conditions.begin(), f.conditions.end());
      for (const Example& e : examples_) f.passing += !e.failed;
      f.passing_alike = s.passing;
      findings.push_back(std::move(f));
    }
  }

  /// The failures that were too many to be looked at. They join the finding whose conditions they
  /// meet.
  void add_rest(std::vector<Finding>& findings) const {
    for (std::size_t i = kMostFailures; i < which_.size(); ++i) {
      const auto ids = evidence_.properties_of(failed_[which_[i]].line);
      std::set<std::string> texts;
      for (const Properties::Id id : ids) texts.insert(evidence_.properties()[id].text);
      std::size_t to = findings.size() - 1;
      for (std::size_t f = 0; f < findings.size() && to == findings.size() - 1; ++f)
        if (std::includes(texts.begin(), texts.end(), findings[f].conditions.begin(),
                          findings[f].conditions.end()))
          to = f;
      findings[to].failing.push_back(which_[i]);
    }
  }

  bool may_go_on() const {
    const auto& go_on = evidence_.run().go_on;
    return !go_on || go_on();
  }
  /// Leaves all failures in one group without conditions.
  void give_up() {
    Separation all;
    all.passing = passing_;
    for (std::size_t e = passing_; e < tried_; ++e) all.failing.push_back(e);
    separations_ = {std::move(all)};
  }

  const std::vector<FailedCase>& failed_;
  const std::vector<std::size_t>& which_;
  Evidence& evidence_;
  /// The passing cases of the run, then its failed cases, then fresh cases.
  std::vector<Example> examples_;
  std::size_t passing_ = 0, tried_ = 0;
  std::vector<Separation> separations_;
};

/// Failures of a few operators that nothing separates together from all that passes may be of
/// several faults. Gives the findings of each operator by itself, if these explain most of the
/// failures, and fewer passing cases are alike; else the finding as it is.
std::vector<Finding> split(const Finding& finding, const std::vector<FailedCase>& failed,
                           Evidence& evidence, const TryCase& try_case) {
  constexpr std::size_t kMostOperators = 8;
  const bool is_exact = finding.is_explained() && finding.passing_alike == 0;
  if (is_exact || finding.operators.size() < 2 || finding.operators.size() > kMostOperators)
    return {finding};
  std::vector<Finding> parts;
  std::size_t explained = 0, alike = 0;
  for (const std::string& name : finding.operators) {
    std::vector<std::size_t> which;
    for (const std::size_t i : finding.failing)
      if (operator_of(failed[i].line) == name) which.push_back(i);
    Kind kind(failed, which, evidence);
    kind.explain(try_case);
    for (Finding& part : kind.findings()) {
      if (part.is_explained()) explained += part.failing.size(), alike += part.passing_alike;
      parts.push_back(std::move(part));
    }
  }
  const bool is_better = 2 * explained > finding.failing.size() &&
                         (!finding.is_explained() || alike < finding.passing_alike);
  return is_better ? parts : std::vector{finding};
}

}  // namespace

std::string failure_of(const Judgement& judgement) {
  std::string words(name_of(judgement.verdict));
  if (judgement.stray) words += fmt::format(" ({})", words_for(judgement.stray->what));
  if (judgement.refused) words += fmt::format(" ({})", judgement.refused->call);
  return words;
}

std::string Finding::key() const {
  std::uint64_t hash = ops::number_of_text(failure);
  for (const auto* words : {&operators, &conditions})
    for (const std::string& word : *words) hash = ops::hash_with(hash, ops::number_of_text(word));
  return fmt::format("{:016x}", hash);
}

std::string Finding::title() const {
  return fmt::format("{} in {}, {} case{}", failure, fmt::join(operators, ", "),
                     grouped(failing.size()), failing.size() == 1 ? "" : "s");
}

std::string Finding::sentence() const {
  const std::string all = failing.size() == 1
                              ? "The one failing case has"
                              : fmt::format("All {} failing cases have", grouped(failing.size()));
  if (conditions.empty())
    return passing == 0 ? std::string("No passing case was found to compare the failing ones with.")
           : passing_alike == 0
               ? fmt::format(
                     "Every case of {} that was looked at fails; {} cases of other operators "
                     "pass.",
                     fmt::join(operators, ", "), grouped(passing))
               : fmt::format(
                     "Nothing was found that separates the {} failing cases from {} passing "
                     "ones.",
                     grouped(failing.size()), grouped(passing));
  const std::string common = fmt::format("{}", fmt::join(conditions, " and "));
  if (passing_alike == 0)
    return fmt::format("{} {}; of {} passing cases, none has {}.", all, common, grouped(passing),
                       conditions.size() == 1 ? "it" : "that together");
  return fmt::format("{} {}, but so have {} of {} passing cases.", all, common,
                     grouped(passing_alike), grouped(passing));
}

std::vector<Finding> find_findings(const std::vector<FailedCase>& failed, const ExplainedRun& run,
                                   const TryCase& try_case) {
  std::vector<Finding> together;
  if (failed.empty()) return together;
  Evidence evidence(failed, run);
  std::map<std::string, std::vector<std::size_t>> kinds;
  for (std::size_t i = 0; i < failed.size(); ++i) kinds[failed[i].failure].push_back(i);
  for (const auto& [failure, which] : kinds) {
    Kind kind(failed, which, evidence);
    kind.explain(try_case);
    for (Finding& finding : kind.findings()) together.push_back(std::move(finding));
  }
  // There may be no time left for this, so it comes last.
  std::vector<Finding> findings;
  for (const Finding& finding : together)
    for (Finding& part : split(finding, failed, evidence, try_case))
      findings.push_back(std::move(part));
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return a.failing.size() != b.failing.size() ? a.failing.size() > b.failing.size()
                                                : a.failing < b.failing;
  });
  return findings;
}

}  // namespace assay::conformance
