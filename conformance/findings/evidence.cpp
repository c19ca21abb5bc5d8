// A batch follows from the run's options and its number, so its cases can be drawn again. Those
// that are not among the failed ones passed. Batches with a case that was not judged are left out.
#include "conformance/findings/evidence.h"

#include <algorithm>
#include <iterator>

#include "conformance/base/words.h"
#include "conformance/route/route_field.h"
#include "conformance/run/record.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kMostOfOperator = 4000, kMostOfOthers = 20000, kOfOneBatch = 64;
/// How many failed cases are run with simpler routes, and after how many that crash no more are,
/// since each takes a part of a second.
constexpr std::size_t kMostTried = 160, kMostCrashed = 24;

}  // namespace

Evidence::Evidence(const std::vector<FailedCase>& failed, const ExplainedRun& run)
    : run_(run), needed_(failed, run.catalogue) {
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

std::vector<Properties::Id> Evidence::causes_of(const FailedCase& failed) {
  const specs::Case c = specs::parse_case(failed.line, run_.catalogue);
  return causes_of(failed, c, parse_route(c.route));
}

std::vector<Properties::Id> Evidence::causes_of(const FailedCase& failed, const specs::Case& c,
                                                const Route& route) {
  const auto all = properties_of(c, route), left = properties_of(c, needed_.reduced(failed, route));
  std::vector<Properties::Id> causes;
  std::ranges::set_intersection(all, left, std::back_inserter(causes));
  std::erase_if(causes, [&](Properties::Id id) {
    const Properties::Property& p = properties_[id];
    return p.of == Knob::Of::Field && !needed_.may_be_cause(failed, p.knob);
  });
  return causes;
}

Example Evidence::example_of(const FailedCase& failed) {
  const specs::Case c = specs::parse_case(failed.line, run_.catalogue);
  const Route route = parse_route(c.route);
  Example example{causes_of(failed, c, route), true, {}};
  const std::uint64_t proven = needed_.proven(failed);
  for (std::size_t f = 0; f < route_fields().size(); ++f) {
    if ((proven >> f & 1) == 0) continue;
    Route without = route;
    route_fields()[f].make_usual(without);
    std::vector<Properties::Id> of_field;
    std::ranges::set_difference(example.properties, properties_of(c, without),
                                std::back_inserter(of_field));
    // That a value is not the usual one says less than the value, and of a shape rather one step is
    // needed than its whole chain.
    std::ranges::copy_if(of_field, std::back_inserter(example.needed),
                         [&](Properties::Id id) { return properties_[id].of == Knob::Of::Field; });
  }
  return example;
}

void Evidence::find_needed_fields(const std::vector<FailedCase>& failed,
                                  const std::vector<std::size_t>& which, const TryCase& try_case) {
  std::size_t crashed = 0;
  const auto keep = [&](const specs::Case& c, const std::vector<NeededFields::Tried>& all) {
    for (const NeededFields::Tried& tried : all) {
      crashed += tried.failure.starts_with(name_of(Verdict::Crashed));
      if (tried.failure.empty()) passing_.push_back({properties_of(c, tried.route), false});
    }
  };
  std::size_t left = kMostTried;
  for (const std::size_t i : which) {
    const FailedCase& f = failed[i];
    // To wait for one case that hangs again would take the time of all others.
    if (f.failure.starts_with(name_of(Verdict::Hung))) continue;
    if (f.shrunk.empty() && needed_.wanting(f) == 0) continue;
    if (left == 0 || crashed > kMostCrashed || !may_go_on()) return;
    const specs::Case c = specs::parse_case(f.smallest(), run_.catalogue);
    const Route route = parse_route(c.route);
    bool any_ran = false;
    const TryCase tells = [&](const specs::Case& a, const Route& by) {
      any_ran = true;
      return try_case(a, by);
    };
    keep(c, f.shrunk.empty() ? needed_.find_out(f, c, route, tells)
                             : needed_.without_each(f, c, route, tells));
    left -= any_ran;
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
