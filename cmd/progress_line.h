#pragma once

#include "conformance/campaign/campaign.h"

namespace assay::cmd {

/// One line on a terminal that tells how far a campaign is, written over and over. Where standard
/// error is no terminal there is none.
class ProgressLine {
 public:
  /// `options` must last as long.
  explicit ProgressLine(const conformance::CampaignOptions& options);

  void show(const conformance::CampaignState& state);
  void clear() const;

 private:
  bool on_;
  const conformance::CampaignOptions& options_;
  /// The second of the run at which the line is written next.
  double next_ = 0;
};

}  // namespace assay::cmd
