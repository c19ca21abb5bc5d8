// Coverage of the specification. Only judged cases are counted, because tallies and marks contain
// no others.
#include "conformance/plan/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/plan/turning_goals.h"
#include "specs/rules.h"

namespace assay::conformance {
namespace {

using specs::Json;

void count_rules(const Tally::OfOperator* tally, const Goals& goals, Coverage::OfOperator& o) {
  const auto& rules = o.spec->rules;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const auto goal = [&](bool reached, const char* what) {
      ++o.rules.of;
      o.rules.reached += reached;
      if (!reached) o.rules_missing.push_back(fmt::format("{}: {}", rules[r].id, what));
    };
    const Tally::OfOperator::Coverage seen =
        tally ? tally->rules[r] : Tally::OfOperator::Coverage{};
    goal(seen.satisfied > 0, "satisfied");
    if (goals.edges()[r] & specs::kAtLowEdge) goal(seen.low_edge > 0, "at its low edge");
    if (goals.edges()[r] & specs::kAtHighEdge) goal(seen.high_edge > 0, "at its high edge");
    goal(goals.violated()[r], "violated");
  }
}

/// Counts which of the `possible` marks are among those that were `judged`.
template <class Name>
void count_marks(const Knobs::Marks& judged, const std::vector<bool>& possible, Name name,
                 Share& share, std::vector<std::string>& missing) {
  for (std::size_t i = 0; i < possible.size(); ++i) {
    if (!possible[i]) continue;
    const bool reached = i < judged.size() && judged[i];
    ++share.of;
    share.reached += reached;
    if (!reached && missing.size() < Coverage::kListed) missing.push_back(name(i));
  }
}

Share sum_of(const Coverage& coverage, Share Coverage::OfOperator::* share) {
  Share sum;
  for (const Coverage::OfOperator& o : coverage.operators)
    sum = {sum.reached + (o.*share).reached, sum.of + (o.*share).of};
  return sum;
}

Json share_to_json(const Share& share) {
  return {{"reached", share.reached}, {"of", share.of}, {"percent", share.percent()}};
}

}  // namespace

double Share::percent() const {
  return of ? 100.0 * static_cast<double>(reached) / static_cast<double>(of) : 100;
}

Share Coverage::rules() const { return sum_of(*this, &OfOperator::rules); }
Share Coverage::pairs() const { return sum_of(*this, &OfOperator::pairs); }
Share Coverage::turning_points() const { return sum_of(*this, &OfOperator::turning_points); }

double Coverage::least() const {
  return std::min({rules().percent(), pairs().percent(), turning_points().percent()});
}

Coverage measure_coverage(const std::vector<const specs::Spec*>& operators, const Tally& tally,
                          const Covered& covered, GoalLibrary& library) {
  Coverage coverage;
  for (const specs::Spec* spec : operators) {
    const Goals& goals = library.of(*spec);
    Coverage::OfOperator o;
    o.spec = spec;
    const auto counts = tally.operators().find(spec);
    count_rules(counts == tally.operators().end() ? nullptr : &counts->second, goals, o);
    count_marks(
        covered.pairs.of(*spec), goals.pairs(),
        [&](std::size_t i) { return goals.knobs().pair_name(i); }, o.pairs, o.pairs_missing);
    count_marks(covered.turning_points.of(*spec), goals.turning_points(), turning_goal_name,
                o.turning_points, o.turning_points_missing);
    coverage.operators.push_back(std::move(o));
  }
  return coverage;
}

Json coverage_to_json(const Coverage& coverage, const Tally& tally) {
  Json json;
  json["rules"] = share_to_json(coverage.rules());
  json["pairs"] = share_to_json(coverage.pairs());
  json["turning_points"] = share_to_json(coverage.turning_points());
  json["operators"] = Json::object();
  for (const Coverage::OfOperator& o : coverage.operators)
    json["operators"][o.spec->name()] = {{"rules", share_to_json(o.rules)},
                                         {"pairs", share_to_json(o.pairs)},
                                         {"turning_points", share_to_json(o.turning_points)},
                                         {"rules_missing", o.rules_missing},
                                         {"pairs_missing", o.pairs_missing},
                                         {"turning_points_missing", o.turning_points_missing}};
  json["skipped"] = Json::object();
  for (const auto& [reason, count] : tally.skips()) json["skipped"][reason.what] = count;
  return json;
}

}  // namespace assay::conformance
