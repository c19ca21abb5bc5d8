// What a gate complains of: each in one sentence, which all reports show.
#include <fmt/format.h>

#include "conformance/campaign/campaign.h"
#include "conformance/report/report_text.h"

namespace assay::conformance {

std::vector<Complaint> complaints(const CampaignResult& result) {
  std::vector<Complaint> all;
  const Tally& tally = result.tally();
  if (const auto& waivers = result.waivers)
    for (const auto& [what, ids] : waivers->out_of_order())
      for (const std::string& id : *ids)
        all.push_back({"waivers", fmt::format("Waiver {}: {}", what, id), waivers->strict});
  if (result.lacks_coverage())
    all.push_back({"coverage", fmt::format("Coverage is {:.1f}%, below --min-coverage {}",
                                           result.coverage->least(), result.min_coverage)});
  for (const std::string& shard : result.missing_shards)
    all.push_back({"shards", fmt::format("Missing: shard {}", shard)});
  if (result.stopped && result.unjudged == 0)
    all.push_back({"stopped", "The run was stopped before its time was over."});
  if (result.unjudged > 0)
    all.push_back(
        {"stopped", fmt::format("Not judged: {} cases{}", grouped(result.unjudged),
                                result.missing_shards.empty() ? ", as the run was stopped" : "")});
  for (const auto& [reason, count] : tally.skips())
    if (reason.second)
      all.push_back({"skips", fmt::format("Skipped {}: {} (short)", grouped(count), reason.first)});
  if (tally.total() == tally.count(Verdict::Skip))
    all.push_back({"nothing", "Nothing was tested."});
  return all;
}

int exit_code(const CampaignResult& result) {
  if (result.tally().divergences() > result.waived()) return 1;
  int code = 0;
  for (const Complaint& c : complaints(result)) {
    if (c.red && c.about == "waivers") return 1;
    if (c.red) code = 3;
  }
  return code;
}

}  // namespace assay::conformance
