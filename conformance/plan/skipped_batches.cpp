// Rows of cases do not name their batch. The plan says how many cases each batch has.
#include "conformance/plan/skipped_batches.h"

#include "conformance/plan/batch_walk.h"

namespace assay::conformance {

std::set<std::uint64_t> skipped_batches(
    const CampaignOptions& options,
    const std::function<void(const std::function<void(Verdict)>&)>& each_verdict) {
  std::set<std::uint64_t> skipped;
  const BatchPlan plan(options);
  BatchWalk walk(plan, options);
  std::uint64_t seen = 0;
  each_verdict([&](Verdict verdict) {
    if (walk.at_end()) return;
    if (verdict == Verdict::Skip) skipped.insert(walk.batch());
    if (++seen < walk.count()) return;
    seen = 0;
    walk.next();
  });
  return skipped;
}

}  // namespace assay::conformance
