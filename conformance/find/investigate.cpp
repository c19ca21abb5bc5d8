// Makes a record of a failure in a batch. The case may fail alone, only in its batch, or only
// sometimes. Where the run ends meanwhile, the record says what is known by then.
#include "conformance/find/investigate.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "conformance/find/earlier.h"
#include "conformance/find/shrink.h"
#include "conformance/find/shrink_list.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

/// The runs of a case alone.
struct Alone {
  unsigned failures = 0, runs = 0;
  /// Whether a run was cut off. It is not counted.
  bool is_cut = false;
};

/// Runs the case alone until there are `runs` such runs in all, or one is cut off. Keeps the first
/// failure in `first`. Where that is no kill from outside yet, such a kill says nothing of the
/// case.
void run_alone(Runner& runner, const specs::Case& c, const Route& route, unsigned runs,
               Alone& alone, Judgement& first) {
  const bool was_failure = !was_killed(first);
  for (; alone.runs < runs && !alone.is_cut; ++alone.runs) {
    Judgement j = runner.run_alone(c, route);
    for (unsigned again = 0; was_failure && was_killed(j) && again < kRunsAlone; ++again)
      j = runner.run_alone(c, route);
    if ((alone.is_cut = is_cut_off(j))) return;
    if (was_failure && was_killed(j)) continue;
    if (is_divergence(j.verdict) && alone.failures++ == 0) first = j;
  }
}

Judgement flaky(const Judgement& failure, const Alone& alone) {
  // If the case never failed alone, the failure that is investigated is counted as one more run.
  const bool never = alone.failures == 0;
  return flaky(failure, alone.failures + never, alone.runs + never);
}

/// What shrinking may still take. A run that hangs takes a whole time limit, and a run that crashes
/// takes a new worker.
class Bounds {
 public:
  Bounds(Verdict verdict, const Patience& patience)
      : questions(verdict == Verdict::Hung      ? kHung
                  : verdict == Verdict::Crashed ? kCrashed
                                                : kOther),
        patience_(patience) {}

  bool have_run_out() const { return lost_ >= kMostLost || cut_ || (patience_ && !patience_()); }
  /// Counts a candidate. `alike`: it failed like the case that is shrunk.
  void take(const Judgement& j, bool alike) {
    lost_ += !alike && (j.verdict == Verdict::Crashed || j.verdict == Verdict::Hung);
    cut_ |= is_cut_off(j);
  }

  unsigned questions;

 private:
  static constexpr unsigned kHung = 12, kCrashed = 200, kOther = 2000;
  /// The most candidates that may crash or hang where the case fails otherwise.
  static constexpr unsigned kMostLost = 20;

  const Patience& patience_;
  unsigned lost_ = 0;
  bool cut_ = false;
};

using Fails = std::function<bool(const Judgement&)>;

/// A batch of cases that fails for one of them, and how. `fails` says which judgements count.
class FailingBatch {
 public:
  FailingBatch(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
               const Route& route, const Fails& fails)
      : runner_(runner), cases_(cases), index_(index), route_(route), fails_(fails) {}

  std::size_t others() const { return cases_.size() - 1; }

  /// Runs the case with `others`, which are counted without it. If it fails, the batch is kept.
  Judgement run_with(const std::vector<std::size_t>& others) {
    std::vector<specs::Case> batch;
    std::size_t at = 0;
    for (const std::size_t other : others) {
      const std::size_t number = other + (other >= index_);
      if (number < index_) at = batch.size() + 1;
      batch.push_back(cases_[number]);
    }
    batch.insert(batch.begin() + static_cast<std::ptrdiff_t>(at), cases_[index_]);
    const Judgement j = runner_.run(batch, route_)[at];
    if (fails_(j)) {
      failure_ = j;
      batch_ = std::move(batch);
    }
    return j;
  }
  /// The same in a new worker, so that cases that ran before have no influence.
  Judgement run_afresh_with(const std::vector<std::size_t>& others) {
    runner_.refresh();
    return run_with(others);
  }

  /// A record of the last batch that failed.
  Record record() const {
    Record record;
    record.found = cases_[index_];
    record.route = route_;
    record.judgement = failure_;
    record.batch = batch_;
    return record;
  }

 private:
  Runner& runner_;
  std::span<const specs::Case> cases_;
  std::size_t index_;
  const Route& route_;
  const Fails& fails_;
  std::vector<specs::Case> batch_;
  Judgement failure_;
};

/// If case `index` fails again with its batch: a record with the fewest other cases with which it
/// fails. Otherwise nothing. Sets `is_cut` if the first of these runs was cut off.
std::optional<Record> batch_record(Runner& runner, std::span<const specs::Case> cases,
                                   std::size_t index, const Route& route, const Patience& patience,
                                   const Fails& fails, bool& is_cut) {
  FailingBatch failing(runner, cases, index, route, fails);
  std::vector<std::size_t> everyone(failing.others());
  std::iota(everyone.begin(), everyone.end(), 0);
  const Judgement together = failing.run_afresh_with(everyone);
  is_cut = is_cut_off(together);
  if (!fails(together)) return std::nullopt;
  Bounds bounds(together.verdict, patience);
  const auto few = shrink_list(everyone.size(), [&](const std::vector<std::size_t>& others) {
    if (bounds.questions == 0 || bounds.have_run_out()) return false;
    --bounds.questions;
    const Judgement j = failing.run_with(others);
    bounds.take(j, fails(j));
    return fails(j);
  });
  for (const auto& others : {few, everyone}) {
    const Judgement again = failing.run_afresh_with(others);
    if (fails(again)) return failing.record();
    if (!is_cut_off(again)) continue;
    Record record = failing.record();
    record.judgement.unconfirmed = true;
    return record;
  }
  return std::nullopt;
}

/// The record of a case that failed in its batch as `seen` says, and fails with it again. Where it
/// fails otherwise, it is Flaky. Sets `is_cut` as batch_record() does.
std::optional<Record> in_batch(Runner& runner, std::span<const specs::Case> cases,
                               std::size_t index, const Route& route, const Judgement& seen,
                               const Patience& patience, bool& is_cut) {
  // The first run decides how the batch must fail from then on.
  std::optional<bool> is_alike;
  const Fails fails = [&](const Judgement& j) {
    if (!is_alike) is_alike = same_kind(j, seen);
    return *is_alike ? same_kind(j, seen)
                     : is_divergence(j.verdict) && (was_killed(seen) || !was_killed(j));
  };
  auto batch = batch_record(runner, cases, index, route, patience, fails, is_cut);
  // A kill from outside says nothing of how the case fails.
  if (batch && !*is_alike && !was_killed(seen)) batch->judgement = flaky(seen, 1, 2);
  return batch;
}

/// Shrinks a valid case. With `afresh`, each run is the first one of a worker, so fewer are made.
Record shrunk(Runner& runner, Record record, const Patience& patience, bool afresh) {
  constexpr unsigned kAfresh = 100;
  Bounds bounds(record.judgement.verdict, patience);
  if (afresh) bounds.questions = std::min(bounds.questions, kAfresh);
  record.shrunk_judgement = record.judgement;
  const auto fails_alike = [&](const Routed& r) {
    if (bounds.have_run_out()) return false;
    if (afresh) runner.refresh();
    const Judgement j = runner.run_alone(r.c, r.route);
    const bool alike = same_kind(j, record.judgement);
    bounds.take(j, alike);
    if (alike) record.shrunk_judgement = j;
    return alike;
  };
  Routed start{record.found, record.route};
  if (start.c.data) {
    // Data from a case file cannot be edited. If the case fails alike with data from its seed, that
    // case can be.
    start.c.data = nullptr;
    if (!fails_alike(start)) return record;
  }
  const Routed least = shrink(start, fails_alike, bounds.questions);
  record.shrunk = least.c;
  record.shrunk_route = least.route;
  return record;
}

}  // namespace

Record shrink_record(Runner& runner, Record record, const Patience& patience) {
  // Repair would make an invalid case valid, and a valid case tests something else.
  if (!specs::is_valid(record.found)) return record;
  Record least = shrunk(runner, record, patience, false);
  // After a crash or a hang, each run is the first one of its worker.
  const Verdict verdict = record.judgement.verdict;
  if (!least.shrunk || verdict == Verdict::Crashed || verdict == Verdict::Hung) return least;
  runner.refresh();
  const Judgement again = runner.run_alone(*least.shrunk, least.shrunk_route);
  if (is_cut_off(again) || same_kind(again, record.judgement)) return least;
  // The small case failed only because of what the worker had run before.
  return shrunk(runner, std::move(record), patience, true);
}

Record investigate(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                   const Route& route, const Judgement& judgement, bool shrinking,
                   const Patience& patience, const Earlier& earlier) {
  Record record;
  record.found = cases[index];
  record.route = route;
  record.judgement = judgement;
  const specs::Case& c = record.found;
  Alone alone;
  // A kill from outside that nobody saw again is no failure.
  const auto unconfirmed = [&] {
    if (was_killed(record.judgement)) record.judgement = cut_off();
    record.judgement.unconfirmed = is_divergence(record.judgement.verdict);
    // As far as is known, it fails with its batch. Records with whole batches are large, so few of
    // them are made.
    if (alone.failures == 0 && cases.size() > 1 && shrinking)
      record.batch.assign(cases.begin(), cases.end());
    return record;
  };
  run_alone(runner, c, route, 1, alone, record.judgement);
  if (alone.failures > 0) run_alone(runner, c, route, kRunsAlone, alone, record.judgement);
  if (alone.failures == kRunsAlone)
    return shrinking ? shrink_record(runner, std::move(record), patience) : record;
  if (alone.is_cut && alone.failures == alone.runs) return unconfirmed();
  if (was_killed(record.judgement) && !alone.is_cut) {
    const Judgement again = runner.run_alone(c, route);
    if (is_cut_off(again)) return unconfirmed();
    if (!is_divergence(again.verdict)) {
      record.judgement = again;
      return record;
    }
  }
  bool is_cut = false;
  if (alone.failures == 0 && cases.size() > 1)
    if (auto batch = in_batch(runner, cases, index, route, judgement, patience, is_cut))
      return *batch;
  if (is_cut) return unconfirmed();
  const bool hung = record.judgement.verdict == Verdict::Hung;
  if (alone.failures == 0 && shrinking && earlier && !hung)
    if (auto after = record_after(runner, earlier(), record, patience, is_cut)) return *after;
  if (is_cut) return unconfirmed();
  // The case fails only sometimes. Find out how often.
  run_alone(runner, c, route, hung ? kRunsAlone : kRunsForRate, alone, record.judgement);
  record.judgement = flaky(record.judgement, alone);
  return record;
}

Record investigate_together(Runner& runner, std::span<const specs::Case> cases, std::size_t index,
                            const Route& route, const Judgement& judgement,
                            const Patience& patience) {
  const Fails fails_alike = [&](const Judgement& j) { return same_kind(j, judgement); };
  bool is_cut = false;
  if (auto batch = batch_record(runner, cases, index, route, patience, fails_alike, is_cut))
    return *batch;
  Record record;
  record.found = cases[index];
  record.route = route;
  record.judgement = judgement;
  if (is_cut) {
    record.judgement.unconfirmed = true;
    record.batch.assign(cases.begin(), cases.end());
  } else {
    // The batch ran once more, and did not fail like that.
    record.judgement = flaky(judgement, 1, 2);
  }
  return record;
}

}  // namespace assay::conformance
