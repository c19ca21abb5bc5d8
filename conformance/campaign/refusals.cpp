#include "conformance/campaign/refusals.h"

#include <fmt/format.h>

#include <algorithm>

#include "ops/error.h"

namespace assay::conformance {

void Refusals::arrived(const Outcome& outcome) {
  const auto* result = std::get_if<BatchResult>(&outcome.result);
  if (!all_refused_ || (result && result->tally.count(Verdict::Skip) == outcome.count)) return;
  all_refused_ = result && result->failures.size() == outcome.count &&
                 std::all_of(result->failures.begin(), result->failures.end(), [&](const auto& f) {
                   if (!f.judgement.refused) return false;
                   if (call_.empty()) call_ = f.judgement.refused->call;
                   return f.judgement.refused->call == call_;
                 });
  if (!all_refused_ || ++count_ < kFirstBatches) return;
  throw Error(
      fmt::format("nothing can be tested: the first {} batches all failed at the same call: {}",
                  count_, result->failures[0].judgement.text()));
}

bool Refusals::may_be_of_want(const Outcome& outcome) {
  const auto* result = std::get_if<BatchResult>(&outcome.result);
  if (!result) return std::get<Lost>(outcome.result).crashed();
  return !result->failures.empty() &&
         std::ranges::all_of(result->failures, [](const BatchResult::Failure& f) {
           return f.judgement.verdict == Verdict::Refused;
         });
}

}  // namespace assay::conformance
