#include "conformance/campaign/failed_batch.h"

#include <fmt/format.h>

#include "ops/stopwatch.h"

namespace assay::conformance {
namespace {

/// How many failures of each kind are investigated in a new worker each.
constexpr unsigned kConfirmedAfresh = 10;
/// Seconds that one failure may be shrunk.
constexpr double kShrinkSeconds = 60;

}  // namespace

FailureKind FailedBatch::kind_of(Verdict verdict) const {
  return {cases_[0].spec->name(), verdict, route_.variant};
}

bool FailedBatch::gave_up() const {
  const auto seen = [&](Verdict verdict) {
    const auto found = campaign_.failures.find(kind_of(verdict));
    return found == campaign_.failures.end() ? 0 : found->second;
  };
  return seen(Verdict::Hung) >= kMostHangs || seen(Verdict::Crashed) >= kMostCrashes;
}

JudgedCases FailedBatch::look_into(const std::vector<BatchResult::Failure>& failures) {
  const bool all_at_once =
      failures.size() == cases_.size() && failures[0].judgement.verdict == Verdict::Refused;
  if (all_at_once) return judge_alone(failures[0].judgement);
  JudgedCases judged;
  for (const BatchResult::Failure& f : failures) {
    // After a failure of the whole batch was reported, its other cases are judged alone.
    Judgement j = told_together_ ? campaign_.investigator.run_alone(cases_[f.case_index], route_)
                                 : f.judgement;
    if (is_divergence(j.verdict)) j = find_out(f.case_index, j, !told_together_);
    judged.emplace_back(f.case_index, std::move(j));
  }
  return judged;
}

JudgedCases FailedBatch::judge_alone(const Judgement& whole) {
  JudgedCases judged;
  bool any_failed = false;
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    Judgement j;
    if (gave_up()) {
      j.verdict = Verdict::Skip;
      const VariantName name{cases_[0].spec->name(), route_.variant};
      j.skip =
          SkipReason{fmt::format("gave up after many crashes or hangs of {}", name.text()), true};
    } else {
      j = campaign_.investigator.run_alone(cases_[i], route_);
    }
    if (is_divergence(j.verdict)) j = find_out(i, j, !tried_together_);
    any_failed |= is_divergence(j.verdict);
    judged.emplace_back(i, std::move(j));
  }
  // If the worker was killed from outside each time and all cases pass alone, there is no failure
  // to report.
  if (!any_failed && !gave_up() && !was_killed(whole)) judged[0].second = find_out(0, whole, true);
  return judged;
}

Judgement FailedBatch::find_out(std::size_t i, const Judgement& judgement, bool with_batch) {
  const unsigned before = campaign_.failures[kind_of(judgement.verdict)]++;
  if (before < kConfirmedAfresh) campaign_.investigator.refresh();
  const ops::Stopwatch watch;
  const Patience patience = [&] {
    return watch.seconds() < kShrinkSeconds && (!campaign_.patience || campaign_.patience());
  };
  Record record =
      investigate(campaign_.investigator, with_batch ? cases_ : cases_.subspan(i, 1),
                  with_batch ? i : 0, route_, judgement, before < kShrunk, patience, earlier_);
  record.seconds = watch.seconds();
  record.batch_number = number_;
  record.seen = judgement.verdict;
  told_together_ |= !record.batch.empty();
  tried_together_ |= told_together_ || record.judgement.verdict == Verdict::Flaky;
  if (is_divergence(record.judgement.verdict) && campaign_.found) campaign_.found(record);
  return record.judgement;
}

}  // namespace assay::conformance
