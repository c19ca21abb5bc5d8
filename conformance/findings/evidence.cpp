// A batch follows from the run's options and its number, so its cases can be drawn again. Those
// that are not among the failed ones passed. Batches with a case that was not judged are left out.
#include "conformance/findings/evidence.h"

#include <algorithm>

#include "conformance/base/words.h"
#include "conformance/run/record.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kMostOfOperator = 4000, kMostOfOthers = 20000, kOfOneBatch = 64;

}  // namespace

Evidence::Evidence(const std::vector<FailedCase>& failed, const ExplainedRun& run) : run_(run) {
  // Operators that never failed tell little, and there may be many of them.
  for (const specs::Spec* spec : run.options.operators)
    most_[spec] = std::min(kMostOfOperator, kMostOfOthers / run.options.operators.size());
  for (const FailedCase& f : failed) {
    failed_.emplace(f.batch_number, f.line);
    most_[run.catalogue.find(operator_of(f.line))] = kMostOfOperator;
  }
  std::size_t enough = 0;
  for (const auto& [spec, most] : most_) enough += most;
  const BatchPlan plan(run.options, &run.library);
  // Later batches of a long run are passed over when all operators have their share.
  for (std::uint64_t b = 0; b < run.batches && passing_.size() < enough && may_go_on(); ++b)
    if (run.options.shard.owns(b) && !run.skipped.contains(b)) draw_batch(plan, b);
}

void Evidence::draw_batch(const BatchPlan& plan, std::uint64_t batch) {
  if (plan.lists_as_skipped(batch)) return;
  ops::KeptVector<specs::Case> cases;
  plan.draw(batch, 1, cases);
  std::size_t& left = most_[cases[0].spec];
  if (left == 0) return;
  plan.draw(batch, std::min<std::uint64_t>(plan.size(batch), kOfOneBatch), cases);
  const auto offered =
      run_.library.offered(*cases[0].spec, types_of(cases[0].descriptor), run_.device);
  if (offered.empty() && !plan.fixed_route(batch)) return;
  const Route route = plan.draw_route(batch, cases, offered, run_.device);
  if (missing_feature(route, run_.device)) return;
  const auto first_failed = failed_.lower_bound({batch, {}});
  const bool any_failed = first_failed != failed_.end() && first_failed->first == batch;
  for (const specs::Case& c : cases) {
    if (any_failed && failed_.contains({batch, line_of(c, route)})) continue;
    passing_.push_back({properties_of(c, route), false});
    if (--left == 0) return;
  }
}

std::vector<Properties::Id> Evidence::properties_of(const std::string& line) {
  const specs::Case c = specs::parse_case(line, run_.catalogue);
  return properties_of(c, parse_route(c.route));
}

std::vector<Properties::Id> Evidence::properties_of(const specs::Case& c, const Route& route) {
  return properties_.of(run_.library.knobs(*c.spec), c, route);
}

}  // namespace assay::conformance
