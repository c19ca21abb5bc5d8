#pragma once

#include <cstdint>
#include <optional>

#include "conformance/plan/batch.h"
#include "conformance/plan/campaign_options.h"
#include "conformance/plan/shard.h"

namespace assay::conformance {

/// The batches that a shard runs, in order, up to the number of cases that is requested for all
/// shards together.
class BatchWalk {
 public:
  /// Begins at the first batch of the shard whose number is at least `from`.
  BatchWalk(const BatchPlan& plan, const CampaignOptions& options, std::uint64_t from = 0);

  bool at_end() const { return plan_.empty() || (cases_ && position_ >= *cases_); }
  std::uint64_t batch() const { return batch_; }
  /// The number of cases of the batch.
  std::uint64_t count() const { return count_; }
  void next();
  /// The number of cases from here to the end. The options must name a number of cases.
  std::uint64_t left() const;

 private:
  /// Goes to the first batch of the shard whose number is at least `batch_`.
  void find_own();

  const BatchPlan& plan_;
  std::optional<std::uint64_t> cases_;
  Shard shard_;
  /// The current batch; the number of cases of all shards before it, if a number of cases is
  /// requested; and the number of its own cases.
  std::uint64_t batch_ = 0, position_ = 0, count_ = 0;
};

}  // namespace assay::conformance
