// Tests of the plan of shapes: which rewritings its chains make, and who runs them.
#include "conformance/plan/covering_shapes.h"

#include <gtest/gtest.h>

#include <set>

#include "opencl/shape/kernel_tree.h"
#include "testing/conformance/device.h"
#include "testing/conformance/goals.h"
#include "testing/specs/some_specs.h"

namespace assay::conformance::testing {
namespace {

/// Some variant of some operator.
std::pair<opencl::KernelFile, std::string> some_variant(specs::Chooser& chooser) {
  const specs::Spec& spec = *some_specs()[chooser.below(some_specs().size())];
  opencl::KernelFile kernels = opencl::load_kernels(spec.signature);
  const std::string name = kernels.variants[chooser.below(kernels.variants.size())].name;
  return {std::move(kernels), name};
}

TEST(CoveringChains, make_each_rewriting_that_has_a_place_and_no_step_for_nothing) {
  const std::uint64_t seed = specs::testing::test_seed();
  SCOPED_TRACE(seed);
  specs::SeededChooser chooser(seed);
  for (int i = 0; i < 4; ++i) {
    const auto [kernels, name] = some_variant(chooser);
    SCOPED_TRACE(kernels.path + " " + name);
    const opencl::Variant& variant = kernels.variant(name);
    const std::vector<std::string> names = variant.kernels();
    std::set<std::size_t> made;
    for (const opencl::Chain& chain : covering_chains(kernels, variant, seed)) {
      EXPECT_FALSE(chain.empty());
      EXPECT_EQ(opencl::chain_of(opencl::shape_of(chain)), chain);
      std::string text = kernels.source(variant);
      for (const opencl::Step& step : chain) {
        std::string next = opencl::shaped(text, {step}, names);
        EXPECT_NE(next, text) << opencl::rewritings()[step.rewriting].name;
        EXPECT_TRUE(made.insert(step.rewriting).second);
        text = std::move(next);
      }
    }
    const opencl::KernelTree tree(kernels.source(variant), names);
    for (std::size_t r = 0; r < opencl::rewritings().size(); ++r)
      EXPECT_EQ(made.contains(r), !opencl::rewritings()[r].places(tree).empty())
          << opencl::rewritings()[r].name;
  }
}

using Runs = std::multiset<std::pair<std::string, std::uint64_t>>;

/// The variant and the shape of each batch.
Runs runs_of(const std::vector<std::string>& operators) {
  std::vector<const specs::Spec*> specs;
  for (const std::string& name : operators) specs.push_back(catalogue().find(name));
  Runs runs;
  for (const auto& batches : cover_shapes(specs, built_in_kernels(), 1))
    for (const CoveringBatch& batch : batches) {
      EXPECT_FALSE(batch.cases.empty());
      runs.emplace(batch.route.variant, batch.route.launch.shape);
    }
  return runs;
}

TEST(CoveringShapes, of_a_family_are_run_once_and_by_all_of_its_operators) {
  const Runs alone = runs_of({"element_wise_bit_and"});
  EXPECT_GT(alone.size(), 4u);
  EXPECT_EQ(runs_of({"element_wise_bit_and", "element_wise_bit_or"}), alone);
  const specs::Spec* const both[] = {catalogue().find("element_wise_bit_and"),
                                     catalogue().find("element_wise_bit_or")};
  for (const auto& batches : cover_shapes(both, built_in_kernels(), 1))
    EXPECT_GE(batches.size(), alone.size() / 2);
}

}  // namespace
}  // namespace assay::conformance::testing
