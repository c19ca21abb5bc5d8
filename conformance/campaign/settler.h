#pragma once

#include <optional>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/campaign/failed_batch.h"

namespace assay::conformance {

/// Makes the verdicts of a campaign's batches final, one batch after the other in the order of
/// their numbers.
class Settler {
 public:
  /// All arguments but `state` must outlive the Settler. `patience` says whether there is time to
  /// look into failures.
  Settler(const CampaignCrew& crew, const CampaignListener& listener, const BatchPlan& plan,
          CampaignState state, Patience patience);

  /// Settles the next batch. `late`: it came back after the user asked for the end. What failed in
  /// it says nothing then, since the user's signal may have reached the driver, too. Where
  /// something of the batch was cut off or not confirmed, gives the state before it.
  std::optional<CampaignState> settle(Outcome& outcome, bool late);

  /// Reads or sets what the campaign has come to.
  CampaignState& state() { return state_; }
  const CampaignState& state() const { return state_; }

  /// Draws the cases and the route of a batch that was given out.
  void draw(const Outcome& outcome, DrawnBatch& drawn) const;

 private:
  /// Looks into the failures of a batch, or cuts them off. Gives the judgements of its failed
  /// cases, or of all cases where its worker was lost.
  JudgedCases look_into(const Outcome& outcome, const DrawnBatch& drawn, bool cut);
  /// Draws batches again that the same worker process had run before the one that failed: the last
  /// of the same variant, and the last of any. Gives none after the first kMostSearches failures.
  std::vector<RoutedBatch> earlier(const Outcome& outcome, const DrawnBatch& failed);
  /// Tells as Flaky what was told of this batch before the run was stopped and did not come again.
  void tell_again(const Outcome& outcome, const DrawnBatch& drawn, JudgedCases& judged,
                  std::vector<Settled>& settled);
  /// Counts the judgements of a batch, and sets their verdicts in `settled` if lines are kept.
  void count(const DrawnBatch& drawn, const JudgedCases& judged, std::vector<Settled>& settled);

  const CampaignCrew& crew_;
  const CampaignListener& listener_;
  const BatchPlan& plan_;
  CampaignState state_;
  const Patience patience_;
  const FailedBatch::Needs for_failures_{crew_.investigator, state_.failures, listener_.found,
                                         patience_, state_.told};
  /// For how many failures earlier batches were drawn again.
  unsigned searches_ = 0;
  /// The memory of the batch that is settled. It is used again.
  DrawnBatch kept_;
};

}  // namespace assay::conformance
