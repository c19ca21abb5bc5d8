#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "conformance/campaign/campaign.h"
#include "conformance/campaign/failed_batch.h"

namespace assay::conformance {

/// Makes the verdicts of a campaign's batches final, one batch after the other in the order of
/// their numbers.
class Settler {
 public:
  /// All arguments but `state` must outlive the Settler. `is_stopped` says whether the user asked
  /// for the end, and `patience` whether there is time to look into failures.
  Settler(const CampaignCrew& crew, const CampaignListener& listener, const BatchPlan& plan,
          CampaignState state, std::function<bool()> is_stopped, Patience patience);

  /// Settles the next batch. `late`: it came back after the user asked for the end. What failed in
  /// it says nothing then, since the user's signal may have reached the driver, too.
  void settle(Outcome& outcome, bool late);

  /// Reads or sets what the campaign has come to.
  CampaignState& state() { return state_; }
  const CampaignState& state() const { return state_; }
  /// Where a run that goes on begins: before the first batch of which something was cut off because
  /// the user asked for the end. Nothing where there is no such batch.
  std::optional<CampaignState>& go_on_from() { return go_on_from_; }

  /// Draws the cases and the route of a batch that was given out.
  void draw(const Outcome& outcome, DrawnBatch& drawn) const;

 private:
  /// Looks into the failures of a batch, or cuts them off. Gives the judgements of its failed
  /// cases, or of all cases where its worker was lost.
  JudgedCases look_into(const Outcome& outcome, const DrawnBatch& drawn, bool cut);
  /// Counts the judgements of a batch, and sets their verdicts in `settled` if lines are kept.
  void count(const DrawnBatch& drawn, const JudgedCases& judged, std::vector<Settled>& settled);

  const CampaignCrew& crew_;
  const CampaignListener& listener_;
  const BatchPlan& plan_;
  CampaignState state_;
  const std::function<bool()> is_stopped_;
  const Patience patience_;
  const FailedBatch::Needs for_failures_{crew_.investigator, state_.failures, listener_.found,
                                         patience_};
  std::optional<CampaignState> go_on_from_;
  /// The memory of the batch that is settled. It is used again.
  DrawnBatch kept_;
};

}  // namespace assay::conformance
