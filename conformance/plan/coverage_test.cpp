// Tests of what the specification makes possible, and of how much of it was judged.
#include "conformance/plan/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "conformance/campaign/campaign.h"
#include "conformance/plan/covered_marker.h"
#include "conformance/plan/turning_goals.h"
#include "specs/case_text.h"
#include "specs/rules.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

const specs::Spec& spec_of(const char* name) { return *catalogue().find(name); }

specs::Case gather_case() {
  return specs::parse_case(
      "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
      "IndexDimensions=1",
      catalogue());
}

Route route_of(const char* variant) {
  Route route;
  route.variant = variant;
  return route;
}

TEST(Goals, have_a_witness_each) {
  for (const specs::Spec* spec : some_specs()) {
    const Goals& g = goals().of(*spec);
    std::vector<std::uint8_t> seen;
    for (std::size_t r = 0; r < spec->rules.size(); ++r)
      for (const std::uint8_t bit : {specs::kSatisfied, specs::kAtLowEdge, specs::kAtHighEdge}) {
        if (!(g.edges()[r] & bit)) continue;
        specs::observe(g.witness_of_edge(r, bit), seen);
        EXPECT_TRUE(seen[r] & bit) << spec->name() << " " << spec->rules[r].id;
      }
    std::vector<std::uint16_t> reached;
    Route route;
    route.repeat = 1000;
    for (std::size_t goal = 0; goal < turning_goal_count(); ++goal) {
      if (!g.turning_points()[goal]) continue;
      read_turning_goals(g.witness_of_turning_point(goal), route, reached);
      EXPECT_TRUE(std::ranges::find(reached, goal) != reached.end())
          << spec->name() << " " << turning_goal_name(goal);
    }
    Knobs::Values values;
    const auto& all = g.knobs().all();
    for (std::size_t i = 0; i < g.knobs().route_begin(); ++i)
      for (std::size_t j = i + 1; j < g.knobs().route_begin(); j += 3)
        for (std::size_t a = 0; a < all[i].values.size(); ++a)
          for (std::size_t b = 0; b < all[j].values.size(); ++b) {
            if (!g.pairs()[g.knobs().pair(i, a, j, b)]) continue;
            g.knobs().read(g.witness_of_pair(i, a, j, b), {}, values);
            EXPECT_EQ(values[i], a) << spec->name();
            EXPECT_EQ(values[j], b) << spec->name();
          }
  }
}

TEST(Goals, are_given_up_where_nobody_waits_for_them) {
  const specs::Spec& spec = *catalogue().find("gather");
  EXPECT_THROW(Goals(spec, built_in_kernels().of(spec), nullptr, std::atomic<bool>(true)),
               Goals::GivenUp);
}

TEST(Goals, of_operators_of_one_origin_are_those_that_each_has_alone) {
  std::map<std::string, std::vector<const specs::Spec*>> by_origin;
  for (const auto& spec : catalogue().all())
    by_origin[origin_of(*spec, built_in_kernels().of(*spec))].push_back(spec.get());
  EXPECT_LT(by_origin.size(), catalogue().all().size());
  const auto several = std::find_if(by_origin.begin(), by_origin.end(),
                                    [](const auto& entry) { return entry.second.size() > 2; });
  ASSERT_NE(several, by_origin.end());
  for (const specs::Spec* spec : {several->second.front(), several->second.back()}) {
    const Goals &shared = goals().of(*spec),
                own(*spec, built_in_kernels().of(*spec), nullptr, std::atomic<bool>(false));
    EXPECT_EQ(shared.pairs(), own.pairs()) << spec->name();
    EXPECT_EQ(shared.edges(), own.edges()) << spec->name();
    EXPECT_EQ(shared.turning_points(), own.turning_points()) << spec->name();
    EXPECT_EQ(shared.violated(), own.violated()) << spec->name();
  }
}

TEST(Goals, are_all_sides_of_every_rule) {
  for (const specs::Spec* spec : some_specs())
    for (std::size_t r = 0; r < spec->rules.size(); ++r) {
      EXPECT_TRUE(goals().of(*spec).edges()[r] & specs::kSatisfied) << spec->rules[r].id;
      EXPECT_TRUE(goals().of(*spec).violated()[r]) << spec->rules[r].id;
    }
}

TEST(Goals, leave_out_what_the_spec_forbids) {
  const Goals& g = goals().of(spec_of("gather"));
  std::set<std::string> possible;
  for (std::size_t p = 0; p < g.pairs().size(); ++p)
    if (g.pairs()[p]) possible.insert(g.knobs().pair_name(p));
  EXPECT_TRUE(possible.contains("level=4_1 InputTensor.type=FLOAT64"));
  // FLOAT64 came with level 4_1, and dimension counts other than 4 came with 3_0. An index of an
  // unsigned type cannot be negative, and only packed inputs can have indices outside.
  EXPECT_FALSE(possible.contains("level=3_0 InputTensor.type=FLOAT64"));
  EXPECT_FALSE(possible.contains("level=1_0 dimensions=3"));
  EXPECT_TRUE(possible.contains("IndicesTensor.type=INT64 indices=negative"));
  EXPECT_FALSE(possible.contains("IndicesTensor.type=UINT64 indices=negative"));
  EXPECT_FALSE(possible.contains("InputTensor.layout=strided indices=outside"));
  // A route cannot choose the local size of a variant that has its own.
  for (const char* name : {"nonzero_coordinates", "cumulative_summation"}) {
    const Goals& other = goals().of(spec_of(name));
    for (std::size_t p = 0; p < other.pairs().size(); ++p)
      if (other.pairs()[p]) possible.insert(name + (" " + other.knobs().pair_name(p)));
  }
  EXPECT_TRUE(possible.contains("cumulative_summation variant=serial local=33"));
  EXPECT_FALSE(possible.contains("cumulative_summation variant=scan local=33"));
  EXPECT_TRUE(possible.contains("cumulative_summation level=6_4 local=33"));
  EXPECT_TRUE(possible.contains("nonzero_coordinates level=6_4 local=64"));
  EXPECT_FALSE(possible.contains("nonzero_coordinates level=6_4 local=33"));
}

TEST(Goals, are_turning_points_of_every_operator) {
  for (const specs::Spec* spec : some_specs()) {
    const auto& possible = goals().of(*spec).turning_points();
    const auto has = [&](const std::string& name) {
      for (std::size_t goal = 0; goal < possible.size(); ++goal)
        if (turning_goal_name(goal) == name) return bool{possible[goal]};
      return false;
    };
    for (const char* const name : {"size=2^7", "size=2^8-1", "elements=2^7-1", "elements=2^8"})
      EXPECT_TRUE(has(name)) << spec->name() << " " << name;
    // No tensor has so many elements.
    EXPECT_FALSE(has("elements=2^32")) << spec->name();
  }
}

TEST(Coverage, counts_pairs_of_what_was_judged_and_of_nothing_else) {
  const specs::Case c = gather_case();
  Covered covered;
  EXPECT_TRUE(covered.pairs.of(*c.spec).empty());
  const Route route = route_of("bits");
  CoveredMarker(covered, built_in_kernels().knobs(*c.spec), route).add(c);
  Tally tally;
  tally.add(c, Judgement{});
  const Coverage coverage = measure_coverage({c.spec}, tally, covered, goals());
  const std::size_t knobs = built_in_kernels().knobs(*c.spec).all().size();
  EXPECT_EQ(coverage.pairs().reached, knobs * (knobs - 1) / 2);
  EXPECT_GT(coverage.pairs().of, 5000u);
  EXPECT_LT(coverage.rules().reached, coverage.rules().of);
  // Sizes of 5, and their number.
  EXPECT_EQ(coverage.turning_points().reached, 2u);
  EXPECT_EQ(coverage.operators[0].turning_points_missing.size(),
            coverage.turning_points().of - coverage.turning_points().reached);
  EXPECT_LT(coverage.least(), 10);
  EXPECT_EQ(coverage.operators[0].rules_missing.size(),
            coverage.rules().of - coverage.rules().reached);
}

TEST(Coverage, of_skipped_cases_is_none_and_they_are_counted_by_reason) {
  const specs::Case c = gather_case();
  Tally tally;
  Judgement skip;
  skip.verdict = Verdict::Skip;
  skip.skip = SkipReason{"fp64", false};
  tally.add(c, skip);
  const Coverage coverage = measure_coverage({c.spec}, tally, {}, goals());
  EXPECT_EQ(coverage.pairs().reached, 0u);
  EXPECT_EQ(coverage.turning_points().reached, 0u);
  // Only the violated sides are reached, since they do not depend on the device.
  EXPECT_EQ(coverage.rules().reached, c.spec->rules.size());
  EXPECT_EQ(coverage_to_json(coverage, tally)["skipped"]["fp64"], 1);
}

TEST(Coverage, of_a_batch_survives_the_way_between_processes) {
  CampaignOptions options;
  options.operators = {&spec_of("gather")};
  const BatchPlan plan(options);
  Pipeline& pipeline = sound_pipeline();
  const BatchResult result = BatchRunner(pipeline, plan).run({0, 4}, false);
  EXPECT_FALSE(result.covered.pairs.of(spec_of("gather")).empty());
  EXPECT_FALSE(result.covered.turning_points.of(spec_of("gather")).empty());
  const Covered back = Covered::from_json(result.covered.to_json(), catalogue());
  EXPECT_EQ(back.pairs.of(spec_of("gather")), result.covered.pairs.of(spec_of("gather")));
  EXPECT_EQ(back.turning_points.of(spec_of("gather")),
            result.covered.turning_points.of(spec_of("gather")));
}

TEST(Coverage, of_batches_that_tell_of_what_is_new_alone_adds_up_to_the_whole) {
  CampaignOptions options;
  options.operators = {&spec_of("gather"), &spec_of("slice1")};
  const BatchPlan plan(options);
  Covered whole, told, known;
  for (std::uint64_t index = 0; index < 40; ++index) {
    Covered covered = BatchRunner(sound_pipeline(), plan).run({index, 4}, false).covered;
    whole.merge(covered);
    covered.keep_new(known);
    told.merge(covered);
    Covered again = covered;
    again.keep_new(known);
    EXPECT_EQ(again.to_json(), Covered().to_json());
  }
  EXPECT_EQ(told.to_json(), whole.to_json());
}

}  // namespace
}  // namespace assay::conformance::testing
