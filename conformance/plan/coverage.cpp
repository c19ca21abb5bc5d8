// Coverage of the specification. Only judged cases are counted, because tallies and pairs contain
// no others.
#include "conformance/plan/coverage.h"

#include <fmt/format.h>

#include <algorithm>

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

void count_pairs(const Knobs::Marks& judged, const Goals& goals, Coverage::OfOperator& o) {
  for (std::size_t p = 0; p < goals.pairs().size(); ++p) {
    if (!goals.pairs()[p]) continue;
    const bool reached = p < judged.size() && judged[p];
    ++o.pairs.of;
    o.pairs.reached += reached;
    if (!reached && o.pairs_missing.size() < Coverage::kListed)
      o.pairs_missing.push_back(goals.knobs().pair_name(p));
  }
}

Json share_to_json(const Share& share) {
  return {{"reached", share.reached}, {"of", share.of}, {"percent", share.percent()}};
}

}  // namespace

double Share::percent() const {
  return of ? 100.0 * static_cast<double>(reached) / static_cast<double>(of) : 100;
}

Share Coverage::rules() const {
  Share sum;
  for (const OfOperator& o : operators) sum = {sum.reached + o.rules.reached, sum.of + o.rules.of};
  return sum;
}

Share Coverage::pairs() const {
  Share sum;
  for (const OfOperator& o : operators) sum = {sum.reached + o.pairs.reached, sum.of + o.pairs.of};
  return sum;
}

double Coverage::least() const { return std::min(rules().percent(), pairs().percent()); }

Coverage measure_coverage(const std::vector<const specs::Spec*>& operators, const Tally& tally,
                          const PairCoverage& pairs, GoalLibrary& library) {
  Coverage coverage;
  for (const specs::Spec* spec : operators) {
    const Goals& goals = library.of(*spec);
    Coverage::OfOperator o{
        .spec = spec, .rules = {}, .pairs = {}, .rules_missing = {}, .pairs_missing = {}};
    const auto counts = tally.operators().find(spec);
    count_rules(counts == tally.operators().end() ? nullptr : &counts->second, goals, o);
    count_pairs(pairs.of(*spec), goals, o);
    coverage.operators.push_back(std::move(o));
  }
  return coverage;
}

Json coverage_to_json(const Coverage& coverage, const Tally& tally) {
  Json json;
  json["rules"] = share_to_json(coverage.rules());
  json["pairs"] = share_to_json(coverage.pairs());
  json["operators"] = Json::object();
  for (const Coverage::OfOperator& o : coverage.operators)
    json["operators"][o.spec->name()] = {{"rules", share_to_json(o.rules)},
                                         {"pairs", share_to_json(o.pairs)},
                                         {"rules_missing", o.rules_missing},
                                         {"pairs_missing", o.pairs_missing}};
  json["skipped"] = Json::object();
  for (const auto& [reason, count] : tally.skips()) json["skipped"][reason.what] = count;
  return json;
}

}  // namespace assay::conformance
