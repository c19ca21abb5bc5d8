// A batch follows from the run's options and its number, so its cases can be drawn again. Those
// that are not among the failed ones passed. Batches with a case that was not judged are left out.
#include "conformance/findings/evidence.h"

#include <algorithm>

#include "conformance/run/record.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kMostOfOperator = 4000, kOfOneBatch = 64;

}  // namespace

Evidence::Evidence(const std::vector<FailedCase>& failed, const ExplainedRun& run) : run_(run) {
  for (const FailedCase& f : failed) failed_.emplace(f.batch_number, f.line);
  const BatchPlan plan(run.options, &run.library);
  // Later batches of a long run are passed over when all operators have their share.
  const std::size_t enough = kMostOfOperator * run.options.operators.size();
  const auto may_go_on = [&] { return !run.go_on || run.go_on(); };
  for (std::uint64_t b = 0; b < run.batches && passing_.size() < enough && may_go_on(); ++b)
    if (run.options.shard.owns(b) && !run.skipped.contains(b)) draw_batch(plan, b);
}

void Evidence::draw_batch(const BatchPlan& plan, std::uint64_t batch) {
  if (plan.lists_as_skipped(batch)) return;
  ops::KeptVector<specs::Case> cases;
  plan.draw(batch, 1, cases);
  std::size_t& drawn = drawn_[cases[0].spec];
  if (drawn >= kMostOfOperator) return;
  plan.draw(batch, std::min<std::uint64_t>(plan.size(batch), kOfOneBatch), cases);
  const auto offered =
      run_.library.offered(*cases[0].spec, types_of(cases[0].descriptor), run_.device);
  if (offered.empty() && !plan.fixed_route(batch)) return;
  const Route route = plan.draw_route(batch, cases, offered, run_.device);
  if (missing_feature(route, run_.device)) return;
  for (const specs::Case& c : cases) {
    if (failed_.contains({batch, line_of(c, route)})) continue;
    passing_.push_back({properties_of(c, route), false});
    ++drawn;
  }
}

std::vector<Properties::Id> Evidence::properties_of(const std::string& line) {
  const specs::Case c = specs::parse_case(line, run_.catalogue);
  const std::size_t at = line.find('@');
  const Route route = parse_route(specs::parse_route(at == line.npos ? "" : line.substr(at + 1)));
  return properties_of(c, route);
}

std::vector<Properties::Id> Evidence::properties_of(const specs::Case& c, const Route& route) {
  return properties_.of(run_.library.knobs(*c.spec), c, route);
}

}  // namespace assay::conformance
