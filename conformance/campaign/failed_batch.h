#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/find/investigate.h"

namespace assay::conformance {

/// Cases of a batch, by their index in it, and what became of each.
using JudgedCases = std::vector<std::pair<std::size_t, Judgement>>;

/// A batch of a campaign in which something failed: runs its cases again, alone, and tells which of
/// them fail, and how.
class FailedBatch {
 public:
  /// What it needs of the campaign. All of it must last as long as the batch is looked into.
  struct Campaign {
    /// Runs cases alone.
    Runner& investigator;
    /// Counts failures by kind; the first few of each kind are shrunk.
    FailureCounts& failures;
    /// Told of each divergence. May be empty.
    const std::function<void(const Record&)>& found;
    /// Whether there is time to make what was found smaller.
    const Patience& patience;
  };

  /// Batch `number`, whose `cases`, at least one, ran on `route`.
  FailedBatch(const Campaign& campaign, std::uint64_t number, std::span<const specs::Case> cases,
              const Route& route)
      : campaign_(campaign), number_(number), cases_(cases), route_(route) {}

  /// Looks into failures that a batch that came back has: of single cases, or of all at once where
  /// a call failed. Gives the judgement of every case that was looked into.
  JudgedCases look_into(const std::vector<BatchResult::Failure>& failures);

  /// Judges every case of a batch that failed as a whole, as `whole` says, alone. Where all pass,
  /// the failure is the batch's, and one record of it stands at its first case.
  JudgedCases judge_alone(const Judgement& whole);

 private:
  FailureKind kind_of(Verdict verdict) const;
  /// Whether so many cases of this operator's variant hung or crashed that no more are run.
  bool gave_up() const;
  /// Investigates a failure, alone or `with_batch`, tells of it, and gives the judgement.
  Judgement find_out(std::size_t i, const Judgement& judgement, bool with_batch);

  const Campaign& campaign_;
  const std::uint64_t number_;
  const std::span<const specs::Case> cases_;
  const Route& route_;
  /// Whether the failure was looked for in all of the batch together; and found there, and told.
  bool tried_together_ = false, told_together_ = false;
};

}  // namespace assay::conformance
