// Failures of one manner are separated from the passing cases together, since one fault may show in
// several ways: some of its cases have wrong answers, others crash.
#include "conformance/findings/of_manner.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "conformance/base/words.h"
#include "conformance/findings/by_route.h"
#include "conformance/findings/evenly.h"
#include "conformance/findings/fresh_cases.h"
#include "conformance/findings/rule_list.h"

namespace assay::conformance {
namespace {

/// How many failures are looked at, about as many of each operator and each way to fail. More of
/// them tell nothing new, and a driver's page can hold millions.
constexpr std::size_t kMostFailures = 8000;
/// How many failures are assigned to findings even where there is no time left.
constexpr std::size_t kMostAssigned = 50000;

/// How many fresh cases must have met a set of properties that is certain.
constexpr std::size_t kEnoughToBeCertain = 12;

}  // namespace

Manner manner_of(const FailedCase& failed) {
  if (failed.failure.starts_with(name_of(Verdict::Flaky))) return Manner::Flaky;
  if (failed.failure.starts_with(name_of(Verdict::Accepted))) return Manner::Accepted;
  return failed.failure.ends_with(kAfterAnother) ? Manner::After : Manner::Steady;
}

OfManner::OfManner(const std::vector<FailedCase>& failed, std::vector<std::size_t> which,
                   Evidence& evidence, bool tries_fresh_cases)
    : failed_(failed),
      which_(std::move(which)),
      evidence_(evidence),
      is_corrected_(!tries_fresh_cases) {
  looked_at_ = put_first();
  take_examples();
}

void OfManner::take_examples() {
  examples_ = evidence_.passing();
  passing_ = examples_.size();
  for (std::size_t i = 0; i < looked_at_; ++i) {
    examples_.push_back(evidence_.example_of(failed_[which_[i]]));
    examples_.back().weight = weights_[i];
  }
  tried_ = examples_.size();
}

std::size_t OfManner::put_first() {
  struct Kind {
    std::size_t count = 0, looked_at = 0, before = 0;
  };
  const auto kind_of = [&](std::size_t i) {
    return std::pair(operator_of(failed_[i].line), std::string_view(failed_[i].failure));
  };
  std::map<std::pair<std::string_view, std::string_view>, Kind> kinds;
  for (const std::size_t i : which_) ++kinds[kind_of(i)].count;
  // What kinds with few failures leave, the others get.
  std::vector<Kind*> by_count;
  for (auto& [name, kind] : kinds) by_count.push_back(&kind);
  std::ranges::sort(by_count, {}, &Kind::count);
  std::size_t left = std::max(kMostFailures, kinds.size()), kinds_left = kinds.size();
  for (Kind* kind : by_count) {
    kind->looked_at = std::min(kind->count, left / kinds_left--);
    left -= kind->looked_at;
  }
  std::vector<std::size_t> first, others;
  for (const std::size_t i : which_) {
    // They are taken from all of the run, as the passing cases are, and the first one of each kind.
    Kind& kind = kinds[kind_of(i)];
    const std::size_t before = kind.before++;
    if (evenly(kind.before, kind.looked_at, kind.count) ==
        evenly(before, kind.looked_at, kind.count)) {
      others.push_back(i);
      continue;
    }
    first.push_back(i);
    weights_.push_back(static_cast<double>(kind.count) / static_cast<double>(kind.looked_at));
  }
  which_ = std::move(first);
  which_.insert(which_.end(), others.begin(), others.end());
  return weights_.size();
}

void OfManner::explain() {
  if (!evidence_.may_go_on()) return give_up();
  separations_ = separate(examples_, evidence_.properties());
}

void OfManner::find_needed_fields(const TryCase& try_case) {
  evidence_.find_needed_fields(
      failed_, {which_.begin(), which_.begin() + static_cast<std::ptrdiff_t>(looked_at_)},
      try_case);
  if (!evidence_.may_go_on()) return;
  take_examples();
  explain();
}

void OfManner::give_up() {
  Separation all;
  all.passing = passing_;
  for (std::size_t e = passing_; e < tried_; ++e) all.failing.push_back(e);
  separations_ = {std::move(all)};
}

void OfManner::correct(const TryCase& try_case, bool last) {
  const std::size_t before = examples_.size();
  for (const Separation& s : separations_) {
    const std::vector<std::size_t> failing = failing_of(s);
    if (failing.empty() || !evidence_.may_go_on() || !tried_sets_.insert(s.all_of).second) continue;
    const std::size_t from = examples_.size();
    try_fresh_cases(evidence_, s, failed_[failing[from % failing.size()]].line, try_case,
                    examples_);
    if (is_certain(s.all_of, from)) certain_.push_back(s.all_of);
  }
  if (!last && examples_.size() != before) {
    const std::vector<Separation> were = std::move(separations_);
    separate_again();
    if (!std::ranges::equal(were, separations_, {}, &Separation::all_of, &Separation::all_of))
      return;
  }
  is_corrected_ = true;
  drop_refuted();
}

void OfManner::separate_again() {
  separations_.clear();
  std::vector<bool> taken(examples_.size());
  std::erase_if(certain_, [&](const Ids& all_of) {
    return std::ranges::any_of(examples_,
                               [&](const Example& e) { return !e.failed && is_met(all_of, e); });
  });
  for (const Ids& all_of : certain_) {
    Separation s{all_of, {}, 0};
    for (std::size_t e = passing_; e < examples_.size(); ++e) {
      if (taken[e] || !examples_[e].failed || !is_met(all_of, examples_[e])) continue;
      s.failing.push_back(e);
      taken[e] = true;
    }
    separations_.push_back(std::move(s));
  }
  std::vector<Example> others;
  std::vector<std::size_t> places;
  for (std::size_t e = 0; e < examples_.size(); ++e) {
    if (taken[e]) continue;
    others.push_back(examples_[e]);
    places.push_back(e);
  }
  for (Separation& s : separate(others, evidence_.properties())) {
    for (std::size_t& e : s.failing) e = places[e];
    separations_.push_back(std::move(s));
  }
}

bool OfManner::is_certain(const Ids& all_of, std::size_t from) const {
  std::size_t met = 0;
  std::map<Properties::Id, std::pair<std::size_t, std::size_t>> without;
  for (std::size_t e = from; e < examples_.size(); ++e) {
    Ids missed;
    for (const Properties::Id id : all_of)
      if (!is_met({id}, examples_[e])) missed.push_back(id);
    if (missed.empty() && !examples_[e].failed) return false;
    met += missed.empty();
    if (missed.size() != 1) continue;
    auto& [count, passed] = without[missed[0]];
    ++count;
    passed += !examples_[e].failed;
  }
  return met >= kEnoughToBeCertain && !without.empty() &&
         std::ranges::all_of(
             without, [](const auto& of) { return of.second.second * 2 >= of.second.first; });
}

bool OfManner::is_met(const Ids& all_of, const Example& e) const {
  return std::ranges::all_of(
      all_of, [&](Properties::Id id) { return evidence_.properties().holds(id, e.properties); });
}

std::vector<std::size_t> OfManner::failing_of(const Separation& s) const {
  std::vector<std::size_t> failing;
  for (const std::size_t e : s.failing)
    if (e >= passing_ && e < tried_) failing.push_back(which_[e - passing_]);
  return failing;
}

Finding OfManner::finding_of(const Separation& s) const {
  Finding f;
  f.failing = failing_of(s);
  for (const Properties::Id id : s.all_of) {
    const Properties::Property& property = evidence_.properties()[id];
    if (!property.is_operator()) f.conditions.push_back(property.text);
  }
  std::ranges::sort(f.conditions);
  // Where the operator is a part of the cause, cases of others have nothing to say.
  Ids operators = s.all_of;
  std::erase_if(operators,
                [&](Properties::Id id) { return !evidence_.properties()[id].is_operator(); });
  for (const Example& e : examples_) f.passing += !e.failed && is_met(operators, e);
  f.passing_alike = s.passing;
  return f;
}

std::vector<std::size_t> OfManner::add_findings(std::vector<Finding>& findings) {
  const auto failure = [&](std::size_t e) {
    return e < tried_ ? failed_[which_[e - passing_]].failure : std::string();
  };
  separations_ =
      grouped_by_route(std::move(separations_), examples_, evidence_.properties(), failure);
  std::vector<Finding> own;
  for (const Separation& s : separations_) own.push_back(finding_of(s));
  std::vector<std::size_t> unlike = add_others(own);
  std::ranges::move(own, std::back_inserter(findings));
  return unlike;
}

Finding OfManner::unexplained(std::vector<std::size_t> failing) const {
  Finding all = finding_of({});
  all.passing_alike = all.passing;
  all.failing = std::move(failing);
  return all;
}

std::vector<std::size_t> OfManner::add_others(std::vector<Finding>& findings) const {
  std::vector<std::size_t> unlike;
  for (std::size_t i = looked_at_; i < which_.size(); ++i) {
    if (i >= kMostAssigned && !evidence_.may_go_on()) {
      unlike.push_back(which_[i]);
      continue;
    }
    const auto has = evidence_.causes_of(failed_[which_[i]]);
    const auto met = std::ranges::find_if(separations_, [&](const Separation& s) {
      return !s.all_of.empty() && is_met(s.all_of, {has, true, {}});
    });
    (met == separations_.end()
         ? unlike
         : findings[static_cast<std::size_t>(met - separations_.begin())].failing)
        .push_back(which_[i]);
  }
  return unlike;
}

bool OfManner::is_needed_by_all(Properties::Id id, const Separation& s) const {
  const std::vector<Properties::Id>& any_of = evidence_.properties()[id].any_of;
  const auto is_it = [&](Properties::Id needed) {
    return needed == id || std::ranges::find(any_of, needed) != any_of.end();
  };
  const auto needs_it = [&](std::size_t e) {
    return e >= tried_ || std::ranges::any_of(examples_[e].needed, is_it);
  };
  return !failing_of(s).empty() && std::ranges::all_of(s.failing, needs_it);
}

bool OfManner::is_refuted(const Ids& all_of, const std::vector<Ids>& others) const {
  constexpr std::size_t kEnoughFailing = 3;
  constexpr double kEnough = 8, kLeastShare = 1.0 / 3;
  FailureCount fresh, of_run;
  std::size_t failing = 0;
  for (std::size_t e = 0; e < examples_.size(); ++e) {
    const auto is_met_by = [&](const Ids& ids) { return is_met(ids, examples_[e]); };
    if (!is_met_by(all_of) || std::ranges::any_of(others, is_met_by)) continue;
    failing += examples_[e].failed;
    FailureCount& met = e >= tried_ ? fresh : of_run;
    (examples_[e].failed ? met.failing : met.passing) += examples_[e].weight;
  }
  if (fresh.all() < kEnough) return failing < kEnoughFailing;
  return fresh.rate() < kLeastShare * of_run.rate();
}

void OfManner::drop_refuted() {
  // Those with few properties come first: what is refuted explains no case of another one.
  std::vector<Separation*> broad_first;
  for (Separation& s : separations_) broad_first.push_back(&s);
  std::ranges::sort(broad_first, {},
                    [](const Separation* s) { return std::pair(s->all_of.size(), s); });
  for (Separation* s : broad_first) {
    std::vector<Ids> others;
    for (const Separation& other : separations_)
      if (!other.all_of.empty() && !std::ranges::includes(s->all_of, other.all_of))
        others.push_back(other.all_of);
    if (!is_refuted(s->all_of, others)) continue;
    std::erase_if(s->all_of, [&](Properties::Id id) { return !is_needed_by_all(id, *s); });
  }
  for (Separation& s : separations_)
    s.passing = static_cast<std::size_t>(std::ranges::count_if(
        examples_, [&](const Example& e) { return !e.failed && is_met(s.all_of, e); }));
}

}  // namespace assay::conformance
