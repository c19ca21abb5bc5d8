// Tests of the share of a campaign's batches that get a shape.
#include <gtest/gtest.h>

#include "conformance/plan/batch.h"
#include "conformance/run/record.h"
#include "testing/conformance/device.h"

namespace assay::conformance {
namespace {

/// The routes of the first batches of a campaign, as text, without their shapes; and how many have
/// one.
std::pair<std::string, int> routes_with(double shapes) {
  const specs::Spec& spec = *testing::catalogue().find("gather");
  CampaignOptions options;
  options.operators = {&spec};
  options.shapes = shapes;
  const BatchPlan plan(options);
  opencl::DeviceInfo device;
  device.max_work_group_size = 4096;
  device.standards = {12};
  const opencl::KernelFile file = opencl::load_kernels(spec.signature);
  std::vector<const opencl::Variant*> offered;
  for (const opencl::Variant& v : file.variants) offered.push_back(&v);
  std::string text;
  int shaped = 0;
  for (std::uint64_t b = 0; b < 100; ++b) {
    ops::KeptVector<specs::Case> cases;
    plan.draw(b, 1, cases);
    Route route = plan.draw_route(b, cases, offered, device);
    shaped += route.launch.shape != 0;
    route.launch.shape = 0;
    text += line_of(cases[0], route) + "\n";
  }
  return {text, shaped};
}

TEST(BatchShapes, are_of_some_batches_and_change_nothing_else) {
  const auto [none, no_shapes] = routes_with(0);
  const auto [some, some_shapes] = routes_with(0.3);
  const auto [all, all_shapes] = routes_with(1);
  EXPECT_EQ(no_shapes, 0);
  EXPECT_GT(some_shapes, 15);
  EXPECT_LT(some_shapes, 45);
  EXPECT_EQ(all_shapes, 100);
  EXPECT_EQ(some, none);
  EXPECT_EQ(all, none);
}

}  // namespace
}  // namespace assay::conformance
