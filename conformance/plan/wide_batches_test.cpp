#include "conformance/plan/wide_batches.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/plan/batch_walk.h"
#include "conformance/route/kernel_library.h"
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
TEST(WideBatches, have_outputs_of_more_than_65536_elements_by_each_variant_in_50000_cases) {
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

TEST(WideBatches, have_more_than_65536_groups_in_50000_cases) {
  for (const specs::Spec* spec : testing::some_specs()) {
    KernelLibrary kernels(std::nullopt);
    std::uint64_t wide = 0, of_one = 0;
    for (const WideCase& found : single_cases(*spec, kernels)) {
      wide += found.has_wide_output();
      of_one += found.has_wide_output() && found.route.launch.local == 1;
    }
    if (wide > 10) {
      EXPECT_GE(of_one, 2u) << spec->name();
    }
  }
}

TEST(WideBatches, have_each_tensor_wide_with_each_variant_by_turns) {
  const specs::Spec& spec = *testing::catalogue().find("scatter_nd");
  KernelLibrary kernels(std::nullopt);
  std::map<std::size_t, std::set<std::string>> variants;
  for (const WideCase& found : single_cases(spec, kernels))
    for (std::size_t place = 0; place < spec.signature.tensor_count; ++place)
      if (found.is_wide(place)) variants[place].insert(found.route.variant);
  for (std::size_t place = 0; place < spec.signature.tensor_count; ++place)
    EXPECT_GE(variants[place].size(), 2u) << spec.signature.tensor_at(place).name;
}

}  // namespace
}  // namespace assay::conformance
