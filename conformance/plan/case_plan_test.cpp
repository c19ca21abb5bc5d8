// Tests that plans do not change, cover what they promise, and are the same on every device.
#include "conformance/plan/case_plan.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "conformance/campaign/campaign.h"
#include "conformance/gate/judged_run.h"
#include "conformance/plan/coverage.h"
#include "conformance/plan/covered_marker.h"
#include "conformance/plan/covering.h"
#include "conformance/run/record.h"
#include "ops/error.h"
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

TEST(Plan, loses_nothing_else_where_a_device_lacks_something) {
  opencl::DeviceInfo least;
  least.out_of_order = false;
  least.standards = {12};
  least.max_work_group_size = 1024;
  Tally tally;
  Covered covered;
  for (std::uint64_t b = 0; b < plan("ci").batches().size(); ++b) {
    if (missing_feature(plan("ci").batches()[b].route, least)) continue;
    for (const specs::Case& c : plan("ci").cases_of(b))
      CoveredMarker(covered, goals().kernels().knobs(*c.spec), plan("ci").batches()[b].route)
          .add(c);
  }
  const Coverage coverage = measure_coverage(operators(), tally, covered, goals());
  EXPECT_LT(coverage.pairs().reached, coverage.pairs().of);
  for (const auto& o : coverage.operators) {
    // Only the pairs with a value that the device lacks are missing.
    std::uint64_t lacking = 0;
    const Goals& g = goals().of(*o.spec);
    for (std::size_t p = 0; p < g.pairs().size(); ++p) {
      const std::string name = g.knobs().pair_name(p);
      lacking +=
          g.pairs()[p] &&
          (name.find("std=CL2.0") != name.npos || name.find("std=CL3.0") != name.npos ||
           name.find("memory=svm") != name.npos || name.find("queue=outoforder") != name.npos);
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
      {{"smoke", "cumulative_summation"}, "ca02e9b7b5104f49"},
      {{"smoke", "gather"}, "12a431c004351e77"},
      {{"smoke", "nonzero_coordinates"}, "acfba49b4f7d82f0"},
      {{"smoke", "scatter_nd"}, "989e930406a02255"},
      {{"smoke", "slice1"}, "73c95018a2adf1a7"},
      {{"ci", "cumulative_summation"}, "f3ff852d1d706509"},
      {{"ci", "gather"}, "3c0bde8be58b34c2"},
      {{"ci", "nonzero_coordinates"}, "78ef87279857566d"},
      {{"ci", "scatter_nd"}, "744dcbbdfe2ded7f"},
      {{"ci", "slice1"}, "6343e741b9145275"}};
  for (const auto& [which, digest] : digests) {
    const CasePlan alone({which.first}, 1, {catalogue().find(which.second)}, catalogue(), goals());
    EXPECT_EQ(alone.digest(), digest) << which.first << " " << which.second;
  }
}

std::string file(const std::string& name, const std::string& text) {
  const std::string path = (test_folder() / name).string();
  std::ofstream(path) << text;
  return path;
}

const std::string kLine =
    "gather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:Axis=0:"
    "IndexDimensions=1";

/// The operator of kLine, which has lines in found.txt, too.
const std::vector<const specs::Spec*>& gather() {
  static const std::vector<const specs::Spec*> one{catalogue().find("gather")};
  return one;
}

TEST(Plan, may_be_a_file_of_lines) {
  const std::string path = file("plan.txt", "# a comment\n\n" + kLine + "@variant=bits\n" + kLine +
                                                ":seed=7@variant=bits\n" + kLine + "\n");
  const CasePlan plan({path}, 1, gather(), catalogue(), goals());
  // Two lines on one route are one batch. A line without a variant runs with each of the three
  // variants, and one of these cases is already there.
  EXPECT_EQ(plan.cases(), 4u);
  ASSERT_EQ(plan.batches()[0].lines.size(), 2u);
  EXPECT_EQ(plan.lines()[1], kLine + ":seed=7@variant=bits");
  EXPECT_EQ(plan.lines()[3], kLine + "@variant=vector");
}

TEST(Plan, has_a_line_once_however_often_it_is_named) {
  const std::string one = kLine + "@variant=bits\n", other = kLine + ":seed=7@variant=bits\n";
  const std::string twice = file("twice.txt", one + other + one + kLine + "\n" + other);
  const CasePlan plan({twice, twice}, 1, gather(), catalogue(), goals());
  const auto lines = plan.lines();
  EXPECT_EQ(lines.size(), 4u);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 4u);
  EXPECT_EQ(plan.cases(), 4u);
}

TEST(Plan, may_be_written_on_windows) {
  const std::string path = file("crlf.txt", "# a comment\r\n\r\n" + kLine + "@variant=bits\r\n" +
                                                kLine + ":seed=7@variant=bits\r\n");
  const CasePlan plan({path}, 1, gather(), catalogue(), goals());
  EXPECT_EQ(plan.lines(),
            (std::vector<std::string>{kLine + "@variant=bits", kLine + ":seed=7@variant=bits"}));
}

TEST(Plan, of_several_names_has_what_was_found_once) {
  const CasePlan both({"smoke", "ci"}, 1, gather(), catalogue(), goals());
  const auto lines = both.lines();
  const std::set<std::string> different(lines.begin(), lines.end());
  EXPECT_EQ(different.size(), lines.size());
  std::uint64_t each = 0;
  for (const char* name : {"smoke", "ci"})
    each += CasePlan({name}, 1, gather(), catalogue(), goals()).cases();
  EXPECT_LT(both.cases(), each);
}

TEST(Plan, names_the_line_that_is_wrong) {
  const auto expect = [](const std::string& text, const std::string& words) {
    const std::string path = file("bad-plan.txt", text);
    try {
      CasePlan({path}, 1, gather(), catalogue(), goals());
      FAIL() << text;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("bad-plan.txt:2: " + words), std::string::npos)
          << e.what();
    }
  };
  expect("#\nnope:level=4_1\n", "column 1: no operator");
  expect("#\n" + kLine + "@variant=typd\n",
         "opencl/kernels/gather.cl: no variant \"typd\"; the nearest is \"typed\"");
  expect(
      "#\ngather:level=4_1:InputTensor=FLOAT32.4:IndicesTensor=UINT32.5:OutputTensor=FLOAT32.5:"
      "Axis=1:IndexDimensions=1\n",
      "not valid: axis");
  EXPECT_THROW(CasePlan({"nope"}, 1, gather(), catalogue(), goals()), Error);
  EXPECT_THROW(CasePlan({"./no/such/file"}, 1, gather(), catalogue(), goals()), Error);
}

TEST(Plan, is_a_campaign_of_exactly_its_cases) {
  const std::string path =
      file("small-plan.txt", kLine + "@variant=bits\n" + kLine + "@variant=typed\n");
  CampaignOptions options;
  options.operators = gather();
  options.plan = std::make_shared<CasePlan>(std::vector{path}, 1, gather(), catalogue(), goals());
  options.cases = options.plan->cases();
  std::vector<std::string> lines;
  CampaignListener listener;
  listener.settled = [&](const std::vector<Settled>& cases) {
    for (const Settled& s : cases) lines.push_back(s.line);
  };
  JudgedRun run;
  run.result = run_campaign(sound_pipeline(), options, listener);
  EXPECT_EQ(lines, options.plan->lines());
  EXPECT_EQ(exit_code(run), 0);
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
