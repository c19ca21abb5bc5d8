#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/find/investigate.h"
#include "conformance/plan/batch_result.h"
#include "ops/stopwatch.h"

namespace assay::conformance {

/// Cases of a batch, by their index in it, and the judgement of each.
using JudgedCases = std::vector<std::pair<std::size_t, Judgement>>;

/// A batch of a campaign in which something failed. It runs the cases again alone, and finds out
/// which of them fail, and how.
class FailedBatch {
 public:
  /// What is needed of the campaign. All of it must outlive the FailedBatch.
  struct Needs {
    /// Runs cases alone.
    Runner& investigator;
    /// The counts of failures by kind. The first few of each kind are shrunk.
    FailureCounts& failures;
    /// Called for each divergence. May be empty.
    const std::function<void(const Record&)>& found;
    /// Whether there is time to look into failures.
    const Patience& patience;
    /// What was told before the run was stopped, by batch: CampaignState::told.
    const ToldFailures& told;
  };

  /// Batch `number`. Its cases are `cases`, at least one, which ran on `route`, behind the batches
  /// `earlier`. All arguments must outlive the FailedBatch.
  FailedBatch(const Needs& campaign, std::uint64_t number, std::span<const specs::Case> cases,
              const Route& route, const Earlier& earlier)
      : campaign_(campaign), number_(number), cases_(cases), route_(route), earlier_(earlier) {}

  /// Investigates failures in a batch that came back: of single cases, or of several at once
  /// because a call was refused. Gives the judgement of every case that was investigated.
  JudgedCases look_into(const std::vector<BatchResult::Failure>& failures);

  /// Runs and judges each case alone, for a batch that failed as a whole, as `whole` says. If no
  /// case fails like that alone, the failure is that of the batch, and one record of it is made,
  /// for its first case that passes alone.
  JudgedCases judge_alone(const Judgement& whole);

 private:
  /// The same for cases of the batch that failed together, at least one.
  JudgedCases judge_alone(const std::vector<std::size_t>& cases, const Judgement& whole);
  FailureKind kind_of(Verdict verdict) const;
  /// Whether so many cases of this variant of the operator hung or crashed that no more of them are
  /// run.
  bool gave_up() const;
  /// Investigates the failure of case `i`, alone or, with `with_batch`, in its batch. Reports it if
  /// it is a divergence. Gives the judgement.
  Judgement find_out(std::size_t i, const Judgement& judgement, bool with_batch);
  /// The same for a case that failed as `seen` says in a batch of which a failure was told.
  Judgement find_out_briefly(std::size_t i, const Judgement& seen);
  /// Investigates the failure `whole` of the batch, for which case `i` stands, which fails
  /// otherwise alone.
  Judgement find_out_together(std::size_t i, const Judgement& whole);
  /// The operator and the variant that the cases run by, in words.
  std::string variant() const;
  /// The judgement of a case that is not run, since many others `of_what` hung or crashed.
  static Judgement given_up(const std::string& of_what);
  /// Reports the failure `whole` of the batch, for which case `i` stands, as it was seen.
  Judgement tell_unconfirmed(std::size_t i, const Judgement& whole);
  /// Whether there is time to look into a failure since this watch began. The watch must outlive
  /// it.
  Patience patience_since(const ops::Stopwatch& watch) const;
  /// Reports a record if it is a divergence. Gives its judgement, which is flaky where another
  /// failure of the case was told before. `seen` is the verdict that the case had first.
  Judgement tell(Record record, Verdict seen);
  /// How the case of a record was told to fail before the run was stopped.
  const ToldFailure* told_before(const Record& record) const;

  const Needs& campaign_;
  const std::uint64_t number_;
  const std::span<const specs::Case> cases_;
  const Route& route_;
  const Earlier& earlier_;
  /// Whether the cases of the batch were run together to find a failure; and with which cases one
  /// was found and reported.
  bool tried_together_ = false;
  std::vector<specs::Case> told_together_;
  /// How many of its cases hung, or crashed, when they ran alone for the first time.
  unsigned hung_ = 0, crashed_ = 0;
};

}  // namespace assay::conformance
