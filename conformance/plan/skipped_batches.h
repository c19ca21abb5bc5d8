#pragma once

#include <cstdint>
#include <functional>
#include <set>

#include "conformance/plan/campaign_options.h"
#include "conformance/verdict/verdict.h"

namespace assay::conformance {

/// The batches of a run in which a case was not judged (Verdict::Skip). `each_verdict` calls the
/// function that it is given for the verdict of every case, in the order of the batches.
std::set<std::uint64_t> skipped_batches(
    const CampaignOptions& options,
    const std::function<void(const std::function<void(Verdict)>&)>& each_verdict);

}  // namespace assay::conformance
