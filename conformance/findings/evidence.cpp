// A batch follows from the run's options and its number, so its cases can be drawn again. Those
// that are not among the failed ones passed. Batches with a case that was not judged are left out.
#include "conformance/findings/evidence.h"

#include <algorithm>
#include <iterator>

#include "conformance/base/words.h"
#include "conformance/findings/evenly.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/route/route_field.h"
#include "conformance/run/record.h"
#include "specs/case_text.h"

namespace assay::conformance {
namespace {

/// How many cases are looked at of each operator that failed, of all of these, and of all others.
constexpr std::size_t kMostOfOperator = 4000, kMostOfFailed = 60000, kMostOfOthers = 20000;
/// How many failed cases are run with simpler routes, and after how many that crash no more are,
/// since each takes a part of a second.
constexpr std::size_t kMostTried = 160, kMostCrashed = 24;

}  // namespace

Evidence::Evidence(const std::vector<FailedCase>& failed, const ExplainedRun& run)
    : run_(run), needed_(failed, run.catalogue) {
  for (const FailedCase& f : failed) {
    failed_.emplace(f.batch_number, f.line);
    ++shares_[operator_of(f.line)].failed;
  }
  const std::size_t failing = std::max<std::size_t>(shares_.size(), 1);
  // Operators that never failed tell little, and there may be many of them.
  const std::size_t all = std::max<std::size_t>(run.options.operators.size(), 1);
  for (const specs::Spec* spec : run.options.operators) {
    Share& share = shares_[spec->name()];
    share.most =
        std::min(kMostOfOperator, share.failed ? kMostOfFailed / failing : kMostOfOthers / all);
  }
  const BatchPlan plan(run.options, &run.library);
  const auto each_batch = [&](const auto& visit) {
    for (BatchWalk walk(plan, run.options); !walk.at_end() && walk.batch() < run.batches;
         walk.next())
      if (!run.skipped.contains(walk.batch()) && !plan.lists_as_skipped(walk.batch()))
        if (!visit(walk.batch(), std::min(walk.count(), run.most_of_batch))) return;
  };
  each_batch([&](std::uint64_t b, std::uint64_t count) {
    shares_[plan.operator_name(b)].cases += count;
    return true;
  });
  for (auto& [name, share] : shares_) share.decide();
  each_batch([&](std::uint64_t b, std::uint64_t count) {
    draw_batch(plan, b, count);
    return may_go_on();
  });
}

void Evidence::Share::decide() {
  // Where most cases failed, this bounds how many are drawn to find those that passed.
  constexpr std::uint64_t kMostTimes = 4;
  const std::uint64_t passed = cases - std::min(failed, cases);
  drawn = passed > most
              ? static_cast<std::uint64_t>(static_cast<double>(cases) * static_cast<double>(most) /
                                           static_cast<double>(passed))
              : cases;
  drawn = std::min({drawn, cases, kMostTimes * most});
}

std::uint64_t Evidence::Share::of_next(std::uint64_t count) {
  const std::uint64_t were = evenly(before, drawn, cases);
  before += count;
  return evenly(before, drawn, cases) - were;
}

void Evidence::draw_batch(const BatchPlan& plan, std::uint64_t batch, std::uint64_t count) {
  Share& share = shares_[plan.operator_name(batch)];
  std::vector<std::size_t> which;
  // The first cases of a random batch are like the others, but those of a plan are not.
  if (plan.fixed_route(batch)) {
    for (std::size_t i = 0; i < count; ++i)
      if (share.of_next(1) > 0) which.push_back(i);
  } else {
    for (std::size_t i = 0, end = share.of_next(count); i < end; ++i) which.push_back(i);
  }
  if (which.empty()) return;
  ops::KeptVector<specs::Case> cases;
  plan.draw(batch, which.back() + 1, cases);
  const auto offered =
      run_.library.offered(*cases[0].spec, types_of(cases[0].descriptor), run_.device);
  if (offered.empty() && !plan.fixed_route(batch)) return;
  const Route route = plan.draw_route(batch, cases, offered, run_.device);
  if (missing_feature(route, run_.device)) return;
  const auto first_failed = failed_.lower_bound({batch, {}});
  const bool any_failed = first_failed != failed_.end() && first_failed->first == batch;
  const double weight = static_cast<double>(share.cases) / static_cast<double>(share.drawn);
  for (const std::size_t i : which) {
    if (any_failed && failed_.contains({batch, line_of(cases[i], route)})) continue;
    passing_.push_back({properties_of(cases[i], route), false, {}, weight});
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
