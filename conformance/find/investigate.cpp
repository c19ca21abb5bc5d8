// Makes a record of a failure in a batch. The case may fail alone, only in its batch, or only
// sometimes.
#include "conformance/find/investigate.h"

#include <numeric>

#include "conformance/find/shrink.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

struct Alone {
  unsigned failures = 0, runs = 0;
};

/// Runs the case alone until there are `runs` such runs in all. Keeps the first failure in `first`.
void run_alone(Runner& runner, const specs::Case& c, const Route& route, unsigned runs,
               Alone& alone, Judgement& first) {
  for (; alone.runs < runs; ++alone.runs) {
    const Judgement j = runner.run_alone(c, route);
    if (is_divergence(j.verdict) && alone.failures++ == 0) first = j;
  }
}

Judgement flaky(const Judgement& failure, const Alone& alone) {
  Judgement j = failure;
  j.verdict = Verdict::Flaky;
  j.flaky_as = failure.verdict;
  // If the case never failed alone, the failure that is investigated is counted as one more run.
  const bool never = alone.failures == 0;
  j.failures = alone.failures + never;
  j.runs = alone.runs + never;
  return j;
}

/// The most runs that shrinking may take. A run that hangs takes a whole time limit, and a run that
/// crashes takes a new worker.
unsigned most_questions(Verdict v) {
  constexpr unsigned kHung = 12, kCrashed = 200, kOther = 2000;
  return v == Verdict::Hung ? kHung : v == Verdict::Crashed ? kCrashed : kOther;
}

bool has_run_out(const Patience& patience, const Judgement& failure) {
  return failure.verdict == Verdict::Hung && patience && !patience();
}

/// If case `index` fails again with its batch: a record with the fewest other cases with which it
/// fails. Otherwise nothing.
std::optional<Record> batch_record(Runner& runner, std::span<const specs::Case> cases,
                                   std::size_t index, const Route& route,
                                   const Patience& patience) {
  std::vector<specs::Case> batch;
  Judgement failure;
  const auto number_of = [&](std::size_t other) { return other + (other >= index); };
  const auto fails_with = [&](const std::vector<std::size_t>& others) {
    batch.clear();
    std::size_t at = 0;
    for (std::size_t other : others) {
      if (number_of(other) < index) at = batch.size() + 1;
      batch.push_back(cases[number_of(other)]);
    }
    batch.insert(batch.begin() + static_cast<std::ptrdiff_t>(at), cases[index]);
    const Judgement j = runner.run(batch, route)[at];
    if (is_divergence(j.verdict)) failure = j;
    return is_divergence(j.verdict);
  };
  std::vector<std::size_t> everyone(cases.size() - 1);
  std::iota(everyone.begin(), everyone.end(), 0);
  // A new worker is used, so that cases that ran before have no influence.
  const auto fails_afresh = [&](const std::vector<std::size_t>& others) {
    runner.refresh();
    return fails_with(others);
  };
  if (!fails_afresh(everyone)) return std::nullopt;
  unsigned questions = most_questions(failure.verdict);
  const auto few = shrink_list(everyone.size(), [&](const std::vector<std::size_t>& others) {
    if (questions == 0 || has_run_out(patience, failure)) return false;
    --questions;
    return fails_with(others);
  });
  if (!fails_afresh(few) && !fails_afresh(everyone)) return std::nullopt;
  Record record;
  record.found = cases[index];
  record.route = route;
  record.judgement = failure;
  record.batch = batch;
  return record;
}

}  // namespace

Record shrink_record(Runner& runner, Record record, const Patience& patience) {
  // Repair would make an invalid case valid, and a valid case tests something else.
  if (!specs::is_valid(record.found)) return record;
  const auto fails_alike = [&](const Routed& r) {
    return !has_run_out(patience, record.judgement) &&
           same_kind(runner.run_alone(r.c, r.route), record.judgement);
  };
  Routed start{record.found, record.route};
  if (start.c.data) {
    // Data from a case file cannot be edited. If the case fails alike with data from its seed, that
    // case can be.
    start.c.data = nullptr;
    if (!fails_alike(start)) return record;
  }
  const Routed least = shrink(start, fails_alike, most_questions(record.judgement.verdict));
  record.shrunk = least.c;
  record.shrunk_route = least.route;
  record.shrunk_judgement = runner.run_alone(least.c, least.route);
  return record;
}

Record investigate(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                   const Route& route, const Judgement& judgement, bool shrinking,
                   const Patience& patience) {
  Record record;
  record.found = cases[index];
  record.route = route;
  record.judgement = judgement;
  const specs::Case& c = record.found;
  Alone alone;
  run_alone(runner, c, route, 1, alone, record.judgement);
  if (alone.failures > 0) run_alone(runner, c, route, kRunsAlone, alone, record.judgement);
  if (alone.failures == kRunsAlone)
    return shrinking ? shrink_record(runner, std::move(record), patience) : record;
  if (was_killed(record.judgement)) {
    const Judgement again = runner.run_alone(c, route);
    if (!is_divergence(again.verdict)) {
      record.judgement = again;
      return record;
    }
  }
  if (alone.failures == 0 && cases.size() > 1)
    if (auto batch = batch_record(runner, cases, index, route, patience)) return *batch;
  // The case fails only sometimes. Find out how often.
  const bool hung = record.judgement.verdict == Verdict::Hung;
  run_alone(runner, c, route, hung ? kRunsAlone : kRunsForRate, alone, record.judgement);
  record.judgement = flaky(record.judgement, alone);
  return record;
}

}  // namespace assay::conformance
