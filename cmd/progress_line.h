#pragma once

#include "conformance/campaign/campaign.h"

namespace assay::cmd {

/// A line on standard error that tells how far a campaign is. It is written over again and again.
/// Where standard error is not a terminal, nothing is written.
class ProgressLine {
 public:
  /// `options` must outlive this object.
  explicit ProgressLine(const conformance::CampaignOptions& options);

  void show(const conformance::CampaignState& state);
  void clear() const;

 private:
  bool on_;
  const conformance::CampaignOptions& options_;
  /// The time of the run, in seconds, at which the line is written next.
  double next_ = 0;
};

}  // namespace assay::cmd
