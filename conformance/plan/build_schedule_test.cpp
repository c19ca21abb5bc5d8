// Tests what a random campaign builds, and when.
#include "conformance/plan/build_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/plan/batch.h"
#include "conformance/plan/batch_walk.h"
#include "conformance/plan/build_costs.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"

namespace assay::conformance::testing {
namespace {

const std::vector<const specs::Spec*>& every_operator() {
  static const std::vector<const specs::Spec*> all = [] {
    std::vector<const specs::Spec*> specs;
    for (const auto& spec : catalogue().all()) specs.push_back(spec.get());
    return specs;
  }();
  return all;
}

/// The turns of all operators, in the order of a campaign.
std::vector<BuildSchedule::Turn> every_turn() {
  std::vector<BuildSchedule::Turn> turns;
  for (const ops::DataType type : ops::all_data_types())
    for (const specs::Spec* spec : every_operator())
      if (std::any_of(spec->support.begin(), spec->support.end(), [&](const specs::Support& s) {
            return s.rows[0].types.contains(static_cast<std::int64_t>(type));
          }))
        turns.push_back({spec, static_cast<std::int64_t>(type)});
  return turns;
}

std::string text_of(const BuildSchedule::Choice& choice) {
  std::string text = choice.key->variant->name + (choice.key->renews_launch ? " renews" : "");
  for (const auto& [name, value] : print_route(choice.key->route)) text += " " + name + value;
  for (const std::int64_t type : *choice.types) text += " " + std::to_string(type);
  return text;
}

TEST(BuildSchedule, meets_every_operator_data_type_and_variant_in_its_first_rounds) {
  const std::vector<BuildSchedule::Turn> turns = every_turn();
  BuildSchedule schedule(turns, {}, Combine::Some, 1, &built_in_kernels());
  std::map<const specs::Spec*, std::set<std::string>> variants;
  for (std::uint64_t i = 0; i < 6 * turns.size(); ++i) {
    specs::SeededChooser chooser(i);
    const BuildSchedule::Turn& turn = turns[i % turns.size()];
    const BuildSchedule::Choice choice = schedule.choose(i, chooser);
    if (i < turns.size()) {
      EXPECT_EQ((*choice.types)[0], turn.type) << turn.spec->name();
    }
    variants[turn.spec].insert(choice.key->variant->name);
  }
  for (const specs::Spec* spec : every_operator())
    EXPECT_EQ(variants[spec].size(), built_in_kernels().variants(*spec).size()) << spec->name();
}

TEST(BuildSchedule, of_a_batch_does_not_hang_on_which_batches_were_asked_for_before) {
  const std::vector<BuildSchedule::Turn> turns = every_turn();
  BuildSchedule forwards(turns, {}, Combine::Some, 7, &built_in_kernels());
  BuildSchedule backwards(turns, {}, Combine::Some, 7, &built_in_kernels());
  constexpr std::uint64_t kBatches = 6000, kStep = 7;
  std::map<std::uint64_t, std::string> first;
  for (std::uint64_t i = 0; i < kBatches; i += kStep) {
    specs::SeededChooser chooser(i);
    first[i] = text_of(forwards.choose(i, chooser));
  }
  for (auto at = first.rbegin(); at != first.rend(); ++at) {
    specs::SeededChooser chooser(at->first);
    ASSERT_EQ(text_of(backwards.choose(at->first, chooser)), at->second) << at->first;
  }
}

TEST(BuildSchedule, spends_no_more_on_builds_than_its_allowance_and_the_share_of_cases) {
  const std::vector<BuildSchedule::Turn> turns = every_turn();
  BuildSchedule schedule(turns, {}, Combine::Some, 1, &built_in_kernels());
  const BuildSchedule::Spent begin = schedule.spent(turns.size());
  for (const std::uint64_t rounds : {2, 3, 10, 100, 300}) {
    const BuildSchedule::Spent spent = schedule.spent(rounds * turns.size());
    const double builds = spent.builds - begin.builds, cases = spent.cases - begin.cases;
    EXPECT_LE(builds,
              BuildCosts::kAllowanceMilliseconds + BuildCosts::kShareWhileGrowing * cases + 1e-6)
        << rounds;
    // Hardly any of it is left unspent.
    if (rounds >= 3) {
      EXPECT_GE(builds, 0.5 * (BuildCosts::kAllowanceMilliseconds + cases) - 1000) << rounds;
    }
  }
  // What the first round builds is what it must: for each operator, few kernels for its data types
  // and variants, and a program of its own for a variant that computes with doubles. A new operator
  // brings turns, and may bring its kernels.
  std::size_t of_doubles = 0;
  for (const specs::Spec* spec : every_operator())
    for (const opencl::Variant* variant : built_in_kernels().variants(*spec))
      of_doubles += !variant->takes_all_types();
  EXPECT_LT(begin.builds,
            0.8 * static_cast<double>(turns.size()) * (BuildCosts::kKernelMilliseconds + 50) +
                static_cast<double>(of_doubles) *
                    (BuildCosts::kProgramMilliseconds + BuildCosts::kKernelMilliseconds));
}

TEST(BuildSchedule, has_keys_whose_kernels_run_slowly_in_few_batches) {
  const std::vector<BuildSchedule::Turn> turns = every_turn();
  BuildSchedule schedule(turns, {}, Combine::Some, 1, &built_in_kernels());
  constexpr std::uint64_t kFrom = 200, kUpto = 280;
  std::set<const BuildKey*> keys, slow_keys;
  std::uint64_t slow_batches = 0;
  for (std::uint64_t i = kFrom * turns.size(); i < kUpto * turns.size(); ++i) {
    specs::SeededChooser chooser(i);
    const BuildKey* key = schedule.choose(i, chooser).key;
    keys.insert(key);
    if (!key->slow) continue;
    slow_keys.insert(key);
    ++slow_batches;
  }
  // They are a good part of what is built, and each of them may come.
  EXPECT_GT(8 * slow_keys.size(), keys.size());
  EXPECT_LT(24 * slow_batches, (kUpto - kFrom) * turns.size());
}

TEST(BuildSchedule, brings_every_field_that_renews_builds_within_20000_cases) {
  CampaignOptions options;
  options.operators = every_operator();
  options.cases = 20000;
  opencl::DeviceInfo device;
  device.standards = {12, 20, 30};
  device.max_work_group_size = 4096;
  device.fp16 = device.fp64 = device.spirv = true;
  device.denormals16 = device.denormals32 = device.denormals64 = true;
  device.out_of_order = device.coarse_svm = true;
  std::map<std::string, unsigned> seen;
  ops::KeptVector<specs::Case> cases;
  // Three times a campaign in the mean.
  constexpr unsigned kSeeds = 8;
  for (options.seed = 1; options.seed <= kSeeds; ++options.seed) {
    const BatchPlan plan(options, &built_in_kernels());
    for (BatchWalk walk(plan, options); !walk.at_end(); walk.next()) {
      plan.draw(walk.batch(), 1, cases);
      const auto offered =
          built_in_kernels().offered(*cases[0].spec, types_of(cases[0].descriptor), device);
      for (const auto& [name, value] :
           print_route(plan.draw_route(walk.batch(), cases, offered, device)))
        seen[name == "offset" || name == "launches" ? name : name + "=" + value] += 1;
    }
  }
  for (const char* field : {"local=1", "local=33", "local=256", "local=4096", "local=null",
                            "cases=constant", "cases=value", "program=binary", "program=spirv",
                            "optimize=false", "std=CL2.0", "std=CL3.0", "offset", "launches"})
    EXPECT_GE(seen[field], 3 * kSeeds) << field;
}

}  // namespace
}  // namespace assay::conformance::testing
