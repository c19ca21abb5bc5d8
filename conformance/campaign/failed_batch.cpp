#include "conformance/campaign/failed_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

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
  // A call that is refused fails all cases of its launch at once.
  std::vector<std::size_t> at_once;
  const Judgement* refusal = nullptr;
  for (const BatchResult::Failure& f : failures) {
    if (f.judgement.verdict != Verdict::Refused) continue;
    if (!refusal) refusal = &f.judgement;
    if (same_kind(f.judgement, *refusal)) at_once.push_back(f.case_index);
  }
  const bool one_alone = at_once.size() == 1 && cases_.size() > 1;
  if (one_alone) at_once.clear();
  JudgedCases judged;
  for (const BatchResult::Failure& f : failures)
    if (!std::ranges::binary_search(at_once, f.case_index))
      judged.emplace_back(f.case_index, told_together_.empty()
                                            ? find_out(f.case_index, f.judgement, true)
                                            : find_out_briefly(f.case_index, f.judgement));
  if (!at_once.empty())
    for (auto& alone : judge_alone(at_once, *refusal)) judged.push_back(std::move(alone));
  return judged;
}

Judgement FailedBatch::find_out_briefly(std::size_t i, const Judgement& seen) {
  Judgement j = campaign_.investigator.run_alone(cases_[i], route_);
  if (is_divergence(j.verdict) && !was_killed(j)) return find_out(i, j, false);
  // It may fail with those cases, too, with which another one fails.
  std::vector<specs::Case> batch = told_together_;
  auto own = std::ranges::find(batch, cases_[i]);
  if (own == batch.end()) own = batch.insert(own, cases_[i]);
  const auto at = static_cast<std::size_t>(own - batch.begin());
  j = campaign_.investigator.run(batch, route_)[at];
  if (!same_kind(j, seen) || was_killed(j)) return find_out(i, seen, true);
  Record record;
  record.found = cases_[i];
  record.route = route_;
  record.judgement = j;
  record.batch = std::move(batch);
  ++campaign_.failures[kind_of(j.verdict)];
  return tell(std::move(record), seen.verdict);
}

JudgedCases FailedBatch::judge_alone(const Judgement& whole) {
  std::vector<std::size_t> all(cases_.size());
  std::iota(all.begin(), all.end(), 0);
  return judge_alone(all, whole);
}

JudgedCases FailedBatch::judge_alone(const std::vector<std::size_t>& cases,
                                     const Judgement& whole) {
  JudgedCases judged;
  // Whether the failure of the batch is told; and where in `judged` the first case is that passes
  // alone.
  bool is_told = was_killed(whole);
  std::optional<std::size_t> passing;
  for (const std::size_t i : cases) {
    if (gave_up()) {
      // No case runs again, so the first one stands for the batch.
      judged.emplace_back(i, is_told ? given_up(variant()) : tell_unconfirmed(i, whole));
      is_told = true;
      continue;
    }
    if (hung_ >= kMostHangsOfBatch || crashed_ >= kMostCrashesOfBatch) {
      // Where none that ran fails like the batch, and none passes, this case stands for the batch.
      const bool stands = !is_told && !passing;
      judged.emplace_back(i, stands ? find_out_together(i, whole) : given_up("its batch"));
      is_told |= stands;
      continue;
    }
    Judgement j = campaign_.investigator.run_alone(cases_[i], route_);
    hung_ += j.verdict == Verdict::Hung && !was_killed(j);
    crashed_ += j.verdict == Verdict::Crashed && !was_killed(j);
    const bool fails = is_divergence(j.verdict), is_last = i == cases.back();
    // Each case fails alone, and none like the batch: the last one stands for the batch.
    const bool stands = is_last && !is_told && !passing && !same_kind(j, whole);
    if (fails) j = stands ? find_out_together(i, whole) : find_out(i, j, !tried_together_);
    is_told |= same_kind(j, whole) || (j.verdict == Verdict::Flaky && j.flaky_as == whole.verdict);
    if (!is_divergence(j.verdict) && !passing) passing = judged.size();
    judged.emplace_back(i, std::move(j));
  }
  if (!is_told && passing) {
    auto& [i, judgement] = judged[*passing];
    judgement = find_out(i, whole, true);
  }
  return judged;
}

std::string FailedBatch::variant() const {
  return VariantName{cases_[0].spec->name(), route_.variant}.text();
}

Judgement FailedBatch::given_up(const std::string& of_what) {
  Judgement j;
  j.verdict = Verdict::Skip;
  j.skip = SkipReason{fmt::format("gave up after many crashes or hangs of {}", of_what), true};
  return j;
}

Judgement FailedBatch::tell_unconfirmed(std::size_t i, const Judgement& whole) {
  ++campaign_.failures[kind_of(whole.verdict)];
  Record record;
  record.found = cases_[i];
  record.route = route_;
  record.judgement = whole;
  record.judgement.unconfirmed = true;
  return tell(std::move(record), whole.verdict);
}

Judgement FailedBatch::find_out(std::size_t i, const Judgement& judgement, bool with_batch) {
  // A kill from outside is no crash, so it does not count for gave_up().
  unsigned& seen = campaign_.failures[kind_of(judgement.verdict)];
  const unsigned before = was_killed(judgement) ? seen : seen++;
  if (before < kConfirmedAfresh) campaign_.investigator.refresh();
  const ops::Stopwatch watch;
  Record record = investigate(campaign_.investigator, with_batch ? cases_ : cases_.subspan(i, 1),
                              with_batch ? i : 0, route_, judgement, before < kShrunk,
                              patience_since(watch), earlier_);
  record.seconds = watch.seconds();
  if (told_together_.empty()) told_together_ = record.batch;
  tried_together_ |= !record.batch.empty() || record.judgement.verdict == Verdict::Flaky;
  return tell(std::move(record), judgement.verdict);
}

Judgement FailedBatch::find_out_together(std::size_t i, const Judgement& whole) {
  ++campaign_.failures[kind_of(whole.verdict)];
  const ops::Stopwatch watch;
  Record record =
      investigate_together(campaign_.investigator, cases_, i, route_, whole, patience_since(watch));
  record.seconds = watch.seconds();
  return tell(std::move(record), whole.verdict);
}

Patience FailedBatch::patience_since(const ops::Stopwatch& watch) const {
  return [&] {
    return watch.seconds() < kShrinkSeconds && (!campaign_.patience || campaign_.patience());
  };
}

const ToldFailure* FailedBatch::told_before(const Record& record) const {
  const auto batch = campaign_.told.find(number_);
  if (batch == campaign_.told.end()) return nullptr;
  const auto entry = batch->second.find(record.line());
  return entry == batch->second.end() ? nullptr : &entry->second;
}

Judgement FailedBatch::tell(Record record, Verdict seen) {
  record.batch_number = number_;
  record.seen = seen;
  if (const ToldFailure* const before = told_before(record);
      before && is_divergence(record.judgement.verdict) && !before->comes_again(record.judgement))
    record.judgement = before->flaky();
  if (is_divergence(record.judgement.verdict) && campaign_.found) campaign_.found(record);
  return record.judgement;
}

}  // namespace assay::conformance
