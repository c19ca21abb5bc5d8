// Examples are the failed cases and passing cases of the same run. Each kind of failure is
// separated from the passing cases for itself, the kind with the most failures first.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>

#include "conformance/base/words.h"
#include "conformance/findings/evidence.h"
#include "conformance/findings/finding.h"
#include "conformance/findings/fresh_cases.h"
#include "conformance/findings/separate.h"
#include "conformance/route/route_field.h"

namespace assay::conformance {
namespace {

/// How often conditions are corrected by fresh cases, and how many of the failures of one kind are
/// looked at. More of them tell nothing new, and a driver's page can hold millions.
constexpr int kRounds = 3;
constexpr std::size_t kMostFailures = 2000;
/// How many failures of one kind are assigned to findings even where there is no time left.
constexpr std::size_t kMostAssigned = 50000;

std::vector<std::string> operators_of(const std::vector<FailedCase>& failed,
                                      const std::vector<std::size_t>& which) {
  std::set<std::string> names;
  for (const std::size_t i : which) names.emplace(operator_of(failed[i].line));
  return {names.begin(), names.end()};
}

std::vector<FindingExample> examples_of(const Finding& finding,
                                        const std::vector<FailedCase>& failed) {
  const auto is_shorter = [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  using Lines = std::map<std::string, std::size_t, decltype(is_shorter)>;
  Lines shrunk, as_found;
  for (const std::size_t i : finding.failing) {
    Lines& lines = failed[i].shrunk.empty() ? as_found : shrunk;
    lines.try_emplace(failed[i].smallest(), i);
    if (lines.size() > Finding::kMostExamples) lines.erase(std::prev(lines.end()));
  }
  std::vector<FindingExample> examples;
  for (const Lines* lines : {&shrunk, &as_found})
    for (const auto& [line, failing] : *lines)
      if (examples.size() < Finding::kMostExamples) examples.push_back({line, failing});
  return examples;
}

bool is_about_operator(const std::string& condition) { return condition.starts_with("operator="); }

/// Whether all conditions are about fields of routes, which mean the same for every operator. There
/// is at least one. Variants of two operators have nothing in common but their names.
bool is_about_routes(const std::vector<std::string>& conditions) {
  const auto is_field = [](const std::string& condition) {
    return std::ranges::any_of(route_fields(), [&](const RouteField& field) {
      return condition.starts_with(fmt::format("{}=", field.name)) ||
             condition.starts_with(fmt::format("{} is not ", field.name));
    });
  };
  return !conditions.empty() && std::ranges::all_of(conditions, is_field);
}

/// The findings among the failures of one kind. `which` are their indices.
class Kind {
 public:
  Kind(const std::vector<FailedCase>& failed, std::vector<std::size_t> which, Evidence& evidence)
      : failed_(failed),
        which_(std::move(which)),
        evidence_(evidence),
        examples_(evidence.passing()) {
    passing_ = examples_.size();
    const std::size_t looked_at = std::min(which_.size(), kMostFailures);
    for (std::size_t i = 0; i < looked_at; ++i)
      examples_.push_back({evidence.properties_of(failed[which_[i]].line), true});
    tried_ = examples_.size();
  }

  /// Separates the failing examples from the passing ones.
  void explain() {
    if (!may_go_on()) return give_up();
    separations_ = separate(examples_, evidence_.properties());
    // Where a driver hangs or crashes, trying costs too much.
    is_corrected_ = !failure().starts_with("Wrong") && !failure().starts_with("Stray") &&
                    !failure().starts_with("Refused");
  }

  /// Whether fresh cases may still change what was found.
  bool is_corrected() const { return is_corrected_; }

  /// Corrects what was found by fresh cases, once. In the last round, what was found is only tried.
  void correct(const TryCase& try_case, bool last) {
    const std::size_t before = examples_.size();
    for (const Separation& s : separations_)
      if (const auto lines = lines_of(s); !lines.empty() && may_go_on())
        try_fresh_cases(evidence_, s, lines, failure(), try_case, examples_);
    if (!last && examples_.size() != before) {
      std::vector<Separation> again = separate(examples_, evidence_.properties());
      const bool same =
          std::equal(again.begin(), again.end(), separations_.begin(), separations_.end(),
                     [](const Separation& a, const Separation& b) { return a.all_of == b.all_of; });
      separations_ = std::move(again);
      if (!same) return;
    }
    is_corrected_ = true;
    drop_refuted();
  }

  std::vector<Finding> findings() const {
    std::vector<Finding> findings;
    for (const Separation& s : separations_) findings.push_back(finding_of(s));
    add_rest(findings);
    std::erase_if(findings, [](const Finding& f) { return f.failing.empty(); });
    for (Finding& f : findings) f.operators = operators_of(failed_, f.failing);
    // Groups of which nothing is known are one finding, and so are those of several operators that
    // the same values of routes explain.
    std::vector<Finding> all;
    for (Finding& f : findings) {
      const auto alike = std::ranges::find_if(all, [&](const Finding& other) {
        return other.conditions == f.conditions &&
               (other.operators == f.operators || is_about_routes(f.conditions));
      });
      if (alike == all.end()) {
        all.push_back(std::move(f));
        continue;
      }
      alike->failing.insert(alike->failing.end(), f.failing.begin(), f.failing.end());
      std::ranges::sort(alike->failing);
      alike->operators = operators_of(failed_, alike->failing);
      if (f.is_explained()) alike->passing_alike += f.passing_alike;
    }
    return all;
  }

 private:
  Finding finding_of(const Separation& s) const {
    Finding f;
    f.failure = failed_[which_[0]].failure;
    for (const std::size_t e : s.failing)
      if (e >= passing_ && e < tried_) f.failing.push_back(which_[e - passing_]);
    for (const Properties::Id id : s.all_of) {
      const std::string& text = evidence_.properties()[id].text;
      if (!is_about_operator(text)) f.conditions.push_back(text);
    }
    std::sort(f.conditions.begin(), f.conditions.end());
    for (const Example& e : examples_) f.passing += !e.failed;
    f.passing_alike = s.passing;
    return f;
  }

  /// The failures that were too many to be looked at. Each joins the first finding whose conditions
  /// it meets; those that meet the conditions of none are one more finding, which has none.
  void add_rest(std::vector<Finding>& findings) const {
    std::vector<std::size_t> others;
    for (std::size_t i = kMostFailures; i < which_.size(); ++i) {
      if (i >= kMostAssigned && !may_go_on()) {
        others.push_back(which_[i]);
        continue;
      }
      const auto has = evidence_.properties_of(failed_[which_[i]].line);
      const auto met = std::ranges::find_if(separations_, [&](const Separation& s) {
        return !s.all_of.empty() && is_met(s, {has, true});
      });
      (met == separations_.end()
           ? others
           : findings[static_cast<std::size_t>(met - separations_.begin())].failing)
          .push_back(which_[i]);
    }
    Finding rest = finding_of({});
    rest.passing_alike = rest.passing;
    rest.failing = std::move(others);
    findings.push_back(std::move(rest));
  }

  /// The cases of the run that a separation explains.
  std::vector<std::string> lines_of(const Separation& s) const {
    std::vector<std::string> lines;
    for (const std::size_t e : s.failing)
      if (e >= passing_ && e < tried_) lines.push_back(failed_[which_[e - passing_]].line);
    return lines;
  }

  bool is_met(const Separation& s, const Example& e) const {
    return std::ranges::all_of(s.all_of, [&](Properties::Id id) {
      return evidence_.properties().holds(id, e.properties);
    });
  }

  /// Counts anew the passing cases that meet each separation's properties. Removes the
  /// properties where few of the fresh cases that have them fail; the old failures have them by
  /// chance. A fault that gives another element often gives the same value, so that many of its
  /// cases pass.
  void drop_refuted() {
    constexpr std::size_t kEnough = 8, kLeastShare = 3;
    for (Separation& s : separations_) {
      std::size_t failed = 0, fresh = 0;
      s.passing = 0;
      for (std::size_t e = 0; e < examples_.size(); ++e) {
        if (!is_met(s, examples_[e])) continue;
        s.passing += !examples_[e].failed;
        fresh += e >= tried_;
        failed += e >= tried_ && examples_[e].failed;
      }
      if (fresh < kEnough || failed * kLeastShare >= fresh) continue;
      s.all_of.clear();
      s.passing = static_cast<std::size_t>(
          std::ranges::count_if(examples_, [](const Example& e) { return !e.failed; }));
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

  const std::string& failure() const { return failed_[which_[0]].failure; }

  const std::vector<FailedCase>& failed_;
  const std::vector<std::size_t> which_;
  Evidence& evidence_;
  /// The passing cases of the run, then its failed cases, then fresh cases.
  std::vector<Example> examples_;
  std::size_t passing_ = 0, tried_ = 0;
  std::vector<Separation> separations_;
  bool is_corrected_ = true;
};

}  // namespace

std::vector<Finding> find_findings(const std::vector<FailedCase>& failed, const ExplainedRun& run,
                                   const TryCase& try_case) {
  std::vector<Finding> findings;
  if (failed.empty()) return findings;
  Evidence evidence(failed, run);
  std::map<std::string, std::vector<std::size_t>> by_failure;
  for (std::size_t i = 0; i < failed.size(); ++i) by_failure[failed[i].failure].push_back(i);
  std::vector<std::vector<std::size_t>> by_size;
  for (auto& [failure, which] : by_failure) by_size.push_back(std::move(which));
  // Kinds of equal size stand in the order of their first failures.
  std::ranges::sort(by_size, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  std::deque<Kind> kinds;
  for (auto& which : by_size) kinds.emplace_back(failed, std::move(which), evidence);
  // Each kind is explained before fresh cases are run for any, because these may take all the time.
  for (Kind& kind : kinds) kind.explain();
  for (int round = 0; try_case && round <= kRounds; ++round)
    for (Kind& kind : kinds)
      if (!kind.is_corrected()) kind.correct(try_case, round == kRounds);
  for (const Kind& kind : kinds)
    for (Finding& finding : kind.findings()) findings.push_back(std::move(finding));
  for (Finding& finding : findings) {
    finding.examples = examples_of(finding, failed);
    for (const std::size_t i : finding.failing) finding.waived += failed[i].waived;
  }
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return a.failing.size() != b.failing.size() ? a.failing.size() > b.failing.size()
                                                : a.failing < b.failing;
  });
  return findings;
}

}  // namespace assay::conformance
