#include "conformance/plan/special_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/plan/batch_walk.h"
#include "conformance/route/kernel_library.h"
#include "opencl/launch/work_sizes.h"
#include "testing/conformance/device.h"

namespace assay::conformance {
namespace {

struct WideCase {
  specs::Case c;
  Route route;
  bool is_wide(std::size_t place) const {
    const ops::TensorDesc& t = c.descriptor.tensors[place];
    return !t.absent && *ops::element_count(t.sizes) > 65536;
  }
  bool has_wide_output() const {
    for (std::size_t place = 0; place < c.descriptor.tensors.size(); ++place)
      if (c.spec->signature.tensor_at(place).kind == ops::Kind::Output && is_wide(place))
        return true;
    return false;
  }
};

/// Those of 50,000 cases of an operator that are alone in their batches, on a device that lacks
/// nothing.
std::vector<WideCase> single_cases(const specs::Spec& spec, KernelLibrary& kernels) {
  opencl::DeviceInfo device;
  device.standards = {12, 20, 30};
  device.max_work_group_size = 1024;
  device.address_bits = 64;
  device.max_allocation = device.global_memory = std::uint64_t{1} << 36;
  CampaignOptions options;
  options.operators = {&spec};
  options.cases = 50000;
  const BatchPlan plan(options, &kernels);
  std::vector<WideCase> found;
  ops::KeptVector<specs::Case> cases;
  for (BatchWalk walk(plan, options); !walk.at_end(); walk.next()) {
    if (plan.size(walk.batch()) > 1) continue;
    plan.draw(walk.batch(), 1, cases);
    found.push_back(
        {cases[0], plan.draw_route(walk.batch(), cases, kernels.variants(spec), device)});
  }
  return found;
}

// The elements of an output count, since kernels have an item for each, or for a few.
TEST(SpecialBatches, have_outputs_of_more_than_65536_elements_by_each_variant_in_50000_cases) {
  for (const specs::Spec* spec : testing::some_specs()) {
    KernelLibrary kernels(std::nullopt);
    std::set<std::string> missing;
    for (const opencl::Variant* v : kernels.variants(*spec)) missing.insert(v->name);
    std::uint64_t wide = 0;
    for (const WideCase& found : single_cases(*spec, kernels)) {
      if (!found.has_wide_output()) continue;
      ++wide;
      missing.erase(found.route.variant);
    }
    EXPECT_GE(wide, 2u) << spec->name();
    // Of some operators such a case is found in one of several batches.
    if (wide >= 2 * kernels.variants(*spec).size()) {
      EXPECT_TRUE(missing.empty()) << spec->name() << " " << *missing.begin();
    }
  }
}

TEST(SpecialBatches, have_passes_of_more_than_65536_groups_in_50000_cases) {
  unsigned operators = 0, have_some = 0;
  for (const specs::Spec* spec : testing::some_specs()) {
    KernelLibrary kernels(std::nullopt);
    ++operators;
    for (const WideCase& found : single_cases(*spec, kernels)) {
      if (found.route.launch.local != 1) continue;
      ops::Problem problem;
      problem.descriptor = found.c.descriptor;
      const opencl::Variant& variant = *kernels.of(*spec).find(found.route.variant);
      const bool has_many = std::ranges::any_of(variant.passes, [&](const opencl::Pass& pass) {
        return opencl::groups_of(pass, std::span(&problem, 1), 1) > 65536;
      });
      if (!has_many) continue;
      ++have_some;
      break;
    }
  }
  // Those whose kernels all take several elements an item have none.
  EXPECT_GE(have_some, operators * 3 / 4) << operators;
}

TEST(SpecialBatches, have_each_tensor_wide_with_most_variants) {
  const specs::Spec& spec = *testing::catalogue().find("scatter_nd");
  KernelLibrary kernels(std::nullopt);
  std::map<std::size_t, std::set<std::string>> variants;
  for (const WideCase& found : single_cases(spec, kernels))
    for (std::size_t place = 0; place < spec.signature.tensor_count; ++place)
      if (found.is_wide(place)) variants[place].insert(found.route.variant);
  for (std::size_t place = 0; place < spec.signature.tensor_count; ++place)
    EXPECT_GE(variants[place].size(), 3u) << spec.signature.tensor_at(place).name;
}

TEST(SpecialBatches, of_wide_tensors_take_variants_in_turn_and_open_no_build) {
  for (const specs::Spec* spec : testing::some_specs()) {
    CampaignOptions options;
    options.operators = {spec};
    KernelLibrary kernels(std::nullopt);
    const BatchPlan plan(options, &kernels);
    std::map<std::string, std::uint64_t> turns;
    std::set<std::size_t> built;
    for (std::uint64_t b = 0; b < 200; ++b) {
      const BuildSchedule::Choice choice = plan.build_of(b);
      // After the first rounds no batch is the first with a key of the beginning.
      const bool opens = built.insert(choice.number).second && b > 100;
      if (!plan.is_wide(b)) continue;
      EXPECT_FALSE(opens) << spec->name() << " " << b;
      ++turns[choice.key->variant->name];
    }
    std::uint64_t least = 100, most = 0;
    for (const auto& [variant, count] : turns) {
      least = std::min(least, count);
      most = std::max(most, count);
    }
    EXPECT_GT(most, 0u) << spec->name();
    // A turn may be lost to a batch that is launched often.
    EXPECT_LE(most - least, 2u) << spec->name();
  }
}

TEST(SpecialBatches, of_wide_tensors_meet_all_data_types_by_turns) {
  std::vector<SpecialBatches::Turn> turns;
  for (std::uint64_t place = 0; place < 8; ++place)
    turns.push_back({testing::catalogue().find("gather"), place, 8});
  const SpecialBatches special(turns, {.invalid = false, .often = false, .wide = true});
  std::set<std::uint64_t> early, late;
  for (std::uint64_t index = 0; index < 20000; ++index)
    if (special.wide_rank(index)) (index < 300 ? early : late).insert(index % 8);
  EXPECT_EQ(early.size(), 8u);
  EXPECT_EQ(late.size(), 8u);
}

}  // namespace
}  // namespace assay::conformance
