// Tests that plans do not change, cover what they promise, and are the same on every device.
#include "conformance/plan/case_plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance/plan/coverage.h"
#include "conformance/plan/covered_marker.h"
#include "conformance/plan/covering.h"
#include "conformance/run/record.h"
#include "specs/case_text.h"
#include "specs/rules.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

const std::vector<const specs::Spec*>& operators() { return some_specs(); }

const CasePlan& plan(const std::string& name) {
  static std::map<std::string, std::unique_ptr<CasePlan>> plans;
  auto& made = plans[name];
  if (!made)
    made = std::make_unique<CasePlan>(std::vector{name}, 1, operators(), catalogue(), goals());
  return *made;
}

/// What a plan covers if every case of it is judged.
Coverage coverage_of(const CasePlan& plan) {
  Tally tally;
  Covered covered;
  for (std::uint64_t b = 0; b < plan.batches().size(); ++b)
    for (const specs::Case& c : plan.cases_of(b)) {
      tally.add(c, Judgement{});
      CoveredMarker(covered, goals().kernels().knobs(*c.spec), plan.batches()[b].route).add(c);
    }
  return measure_coverage(operators(), tally, covered, goals());
}

TEST(Plan, smoke_has_every_side_of_every_rule_and_every_level_with_every_type) {
  const Coverage coverage = coverage_of(plan("smoke"));
  EXPECT_EQ(coverage.rules().reached, coverage.rules().of);
  for (const auto& o : coverage.operators)
    for (const std::string& pair : o.pairs_missing)
      EXPECT_FALSE(pair.starts_with("level=") && pair.find(".type=") != pair.npos) << pair;
}

TEST(Plan, smoke_passes_the_cases_of_an_operator_in_three_by_value) {
  std::size_t by_value = 0;
  for (const auto& spec : catalogue().all()) {
    std::size_t turns = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) turns += covers_by_value(spec->name(), seed);
    EXPECT_EQ(turns, 1u) << spec->name();
    by_value += covers_by_value(spec->name(), 1);
  }
  EXPECT_GT(5 * by_value, catalogue().all().size());
  EXPECT_LT(2 * by_value, catalogue().all().size());
  for (const specs::Spec* spec : operators())
    for (const CoveringBatch& batch :
         cover(goals().of(*spec), goals().kernels().of(*spec), Strength::Values, 1))
      ASSERT_EQ(batch.route.launch.case_space == opencl::CaseSpace::Value,
                covers_by_value(spec->name(), 1))
          << spec->name();
}

TEST(Plan, gives_no_variant_data_types_that_it_does_not_take) {
  for (const char* name : {"element_wise_add", "element_wise_bit_shift_left", "reduce"}) {
    const specs::Spec& spec = *catalogue().find(name);
    const opencl::KernelFile& kernels = goals().kernels().of(spec);
    std::set<std::string> variants;
    std::set<ops::DataType> types;
    for (const CoveringBatch& batch : cover(goals().of(spec), kernels, Strength::Values, 1)) {
      const opencl::Variant& variant = kernels.variant(batch.route.variant);
      variants.insert(variant.name);
      for (const specs::Case& c : batch.cases) {
        ASSERT_TRUE(variant.takes(types_of(c.descriptor))) << specs::print_case(c);
        types.insert(c.descriptor.tensors[0].type);
      }
    }
    // Each data type and each variant that has any is met.
    for (const ops::DataType type : ops::all_data_types())
      EXPECT_EQ(types.contains(type), std::ranges::any_of(spec.support,
                                                          [&](const specs::Support& s) {
                                                            return s.rows[0].types.contains(
                                                                static_cast<std::int64_t>(type));
                                                          }))
          << name << " " << name_of(type);
    EXPECT_EQ(variants.size(), goals().kernels().variants(spec).size()) << name;
    EXPECT_EQ(variants.contains("double"), std::string_view(name) != "element_wise_bit_shift_left");
    // What no variant takes is no goal.
    const Goals& g = goals().of(spec);
    for (std::size_t p = 0; p < g.pairs().size(); ++p) {
      const std::string pair = g.knobs().pair_name(p);
      if (pair.find("variant=double") != pair.npos && pair.find("type=INT32") != pair.npos) {
        EXPECT_FALSE(g.pairs()[p]) << name << " " << pair;
      }
    }
  }
}

TEST(Plan, ci_has_every_pair_of_knobs_and_every_turning_point) {
  const Coverage coverage = coverage_of(plan("ci"));
  EXPECT_EQ(coverage.rules().reached, coverage.rules().of);
  EXPECT_EQ(coverage.pairs().reached, coverage.pairs().of);
  EXPECT_GT(coverage.pairs().of, 2000 * operators().size());
  EXPECT_EQ(coverage.turning_points().reached, coverage.turning_points().of);
  EXPECT_GT(coverage.turning_points().of, 40 * operators().size());
}

/// Whether a pair of knobs has a variant that devices may lack.
bool has_optional_variant(const opencl::KernelFile& kernels, const std::string& pair) {
  return std::ranges::any_of(kernels.variants, [&](const opencl::Variant& v) {
    return v.is_optional() && (pair + " ").find("variant=" + v.name + " ") != pair.npos;
  });
}

TEST(Plan, loses_nothing_else_where_a_device_lacks_something) {
  opencl::DeviceInfo least;
  least.out_of_order = false;
  least.standards = {12};
  least.max_work_group_size = 1024;
  Tally tally;
  Covered covered;
  for (std::uint64_t b = 0; b < plan("ci").batches().size(); ++b) {
    const Route& route = plan("ci").batches()[b].route;
    if (missing_feature(route, least)) continue;
    for (const specs::Case& c : plan("ci").cases_of(b)) {
      if (goals().kernels().of(*c.spec).variant(route.variant).is_optional()) continue;
      CoveredMarker(covered, goals().kernels().knobs(*c.spec), route).add(c);
    }
  }
  const Coverage coverage = measure_coverage(operators(), tally, covered, goals());
  EXPECT_LT(coverage.pairs().reached, coverage.pairs().of);
  for (const auto& o : coverage.operators) {
    // Only the pairs with a value that the device lacks are missing.
    std::uint64_t lacking = 0;
    const Goals& g = goals().of(*o.spec);
    const opencl::KernelFile& kernels = goals().kernels().of(*o.spec);
    for (std::size_t p = 0; p < g.pairs().size(); ++p) {
      const std::string name = g.knobs().pair_name(p);
      lacking += g.pairs()[p] &&
                 (has_optional_variant(kernels, name) || name.find("std=CL2.0") != name.npos ||
                  name.find("std=CL3.0") != name.npos || name.find("memory=svm") != name.npos ||
                  name.find("queue=outoforder") != name.npos);
    }
    EXPECT_EQ(o.pairs.of - o.pairs.reached, lacking) << o.spec->name();
    EXPECT_EQ(o.turning_points.reached, o.turning_points.of) << o.spec->name();
  }
}

TEST(Plan, lines_are_valid_cases_and_their_own_names) {
  for (const char* name : {"smoke", "ci"}) {
    for (const std::string& line : plan(name).lines()) {
      const specs::Case c = specs::parse_case(line, catalogue());
      ASSERT_TRUE(specs::is_valid(c)) << line;
      ASSERT_EQ(line_of(c, parse_route(c.route)), line);
    }
    for (const CasePlan::Batch& b : plan(name).batches()) EXPECT_FALSE(b.route.variant.empty());
  }
}

TEST(Plan, follows_from_its_seed) {
  const CasePlan again({"smoke"}, 1, operators(), catalogue(), goals());
  EXPECT_EQ(again.digest(), plan("smoke").digest());
  const CasePlan other({"smoke"}, 2, operators(), catalogue(), goals());
  EXPECT_NE(other.digest(), plan("smoke").digest());
}

TEST(Plan, of_one_operator_does_not_hang_on_the_others) {
  const specs::Spec* one = operators()[0];
  const CasePlan alone({"smoke"}, 1, {one}, catalogue(), goals());
  std::vector<std::string> among;
  for (const std::string& line : plan("smoke").lines())
    if (line.starts_with(one->name() + ":")) among.push_back(line);
  EXPECT_EQ(alone.lines(), among);
}

// Waivers and expectations refer to these lines. If drawing, a spec or a variant changes on
// purpose, or found.txt gets another line, the plan changes. Then change the digest here, and the
// minor version, too.
TEST(Plan, holds_still_between_versions) {
  const std::map<std::pair<std::string, std::string>, std::string> digests{
      {{"smoke", "cumulative_summation"}, "fab888246a2c8507"},
      {{"smoke", "gather"}, "0348ca8a3384ca0c"},
      {{"smoke", "nonzero_coordinates"}, "19895aa9f06b96bc"},
      {{"smoke", "scatter_nd"}, "989e930406a02255"},
      {{"smoke", "slice1"}, "1b34ca4172d27f33"},
      {{"ci", "cumulative_summation"}, "6fe3dc0d5f6b8b09"},
      {{"ci", "gather"}, "bcae1e6575d8903b"},
      {{"ci", "nonzero_coordinates"}, "84ce286f78fa6dcf"},
      {{"ci", "scatter_nd"}, "744dcbbdfe2ded7f"},
      {{"ci", "slice1"}, "daff9d0ab6345637"}};
  for (const auto& [which, digest] : digests) {
    const CasePlan alone({which.first}, 1, {catalogue().find(which.second)}, catalogue(), goals());
    EXPECT_EQ(alone.digest(), digest) << which.first << " " << which.second;
  }
}

TEST(Plan, skips_what_a_device_lacks_and_tests_nothing_else_instead) {
  opencl::DeviceInfo device = sound_pipeline().device();
  Route route;
  EXPECT_EQ(missing_feature(route, device), std::nullopt);
  device.out_of_order = false;
  route.launch.queue = opencl::QueueKind::OutOfOrder;
  EXPECT_EQ(missing_feature(route, device), "out-of-order queues");
  route = {};
  device.coarse_svm = false;
  route.launch.memory = opencl::MemoryKind::Svm;
  EXPECT_EQ(missing_feature(route, device), "coarse-grained SVM");
  route = {};
  device.standards = {12};
  route.launch.cl_std = 20;
  EXPECT_EQ(missing_feature(route, device), "OpenCL C 2.0");
  route = {};
  device.max_work_group_size = 128;
  route.launch.local = 256;
  EXPECT_EQ(missing_feature(route, device), "local size 256");
}

}  // namespace
}  // namespace assay::conformance::testing
