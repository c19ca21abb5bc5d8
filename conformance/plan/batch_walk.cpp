#include "conformance/plan/batch_walk.h"

#include <algorithm>

namespace assay::conformance {

BatchWalk::BatchWalk(const BatchPlan& plan, const CampaignOptions& options, std::uint64_t from)
    : plan_(plan), cases_(options.cases), shard_(options.shard) {
  // The last batch may be cut.
  if (cases_)
    for (; batch_ < from && !at_end(); ++batch_)
      position_ = std::min(position_ + plan_.size(batch_), *cases_);
  batch_ = from;
  find_own();
}

void BatchWalk::find_own() {
  for (; !at_end(); ++batch_) {
    const bool own = shard_.owns(batch_);
    if (own || cases_) count_ = plan_.size(batch_);
    if (cases_) count_ = std::min(count_, *cases_ - position_);
    if (own) return;
    if (cases_) position_ += count_;
  }
}

void BatchWalk::next() {
  position_ += count_;
  ++batch_;
  find_own();
}

std::uint64_t BatchWalk::left() const {
  if (plan_.empty()) return *cases_;
  if (shard_.is_all()) return *cases_ - position_;
  std::uint64_t left = 0;
  for (BatchWalk rest = *this; !rest.at_end(); rest.next()) left += rest.count();
  return left;
}

}  // namespace assay::conformance
