// The time left of campaigns whose builds and cases cost what the test says.
#include "conformance/campaign/time_left.h"

#include <gtest/gtest.h>

#include <set>

#include "conformance/plan/batch_walk.h"
#include "conformance/plan/build_costs.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// Operators that build enough for a time left to be right on average.
CampaignOptions options_of(std::uint64_t cases) {
  CampaignOptions options;
  for (const char* name : {"cast", "convolution", "cumulative_summation", "element_wise_add",
                           "gather", "gemm", "reduce", "scatter_nd", "slice1", "top_k"})
    options.operators.push_back(catalogue().find(name));
  options.cases = cases;
  return options;
}

/// A device that runs each data type, so that the cases do not depend on the machine.
opencl::DeviceInfo told_device() {
  opencl::DeviceInfo device;
  device.fp16 = device.fp64 = true;
  device.standards = {12};
  device.max_work_group_size = 1024;
  device.address_bits = 64;
  device.max_allocation = device.global_memory = std::uint64_t{1} << 36;
  return device;
}

/// A campaign in which the build of a program with its first kernel takes `build` seconds, another
/// kernel of it its share of them, and each case `one`, as it stands before each batch. The builds
/// are counted by what the batches' routes have. After each `renewal` cases, the worker begins anew
/// and builds all again that it still needs.
std::vector<TimeLeft::Seen> campaign(const CampaignOptions& options, double build, double one,
                                     std::uint64_t renewal) {
  KernelLibrary kernels({});
  const BatchPlan plan(options, &kernels);
  const opencl::DeviceInfo device = told_device();
  constexpr double kBoth = BuildCosts::kProgramMilliseconds + BuildCosts::kKernelMilliseconds;
  std::set<std::string> built;
  std::vector<TimeLeft::Seen> seen(1);
  std::uint64_t renewed = 0;
  ops::KeptVector<specs::Case> cases;
  for (BatchWalk walk(plan, options); !walk.at_end(); walk.next()) {
    plan.draw(walk.batch(), walk.count(), cases);
    const specs::Spec& spec = *cases[0].spec;
    const auto offered = kernels.offered(spec, types_of(cases[0].descriptor), device);
    const Route route = plan.draw_route(walk.batch(), cases, offered, device);
    TimeLeft::Seen next = seen.back();
    next.next_batch = walk.batch() + 1;
    next.cases += walk.count();
    if (next.cases / renewal != renewed) {
      renewed = next.cases / renewal;
      built.clear();
    }
    if (built.insert(spec.name() + options_text(route)).second)
      next.build_seconds += build * BuildCosts::kProgramMilliseconds / kBoth;
    if (built.insert(launch_text(cases[0], route)).second) {
      const BuildKey& key = *plan.build_of(walk.batch()).key;
      const double kernels_built =
          static_cast<double>(key.variant->passes.size()) * (key.renews_launch ? 2 : 1);
      next.build_seconds += build * kernels_built * BuildCosts::kKernelMilliseconds / kBoth;
    }
    next.seconds = next.build_seconds + one * static_cast<double>(next.cases);
    seen.push_back(next);
  }
  return seen;
}

constexpr std::uint64_t kNever = std::uint64_t{1} << 40;

void expect_within_a_factor_of_two(const CampaignOptions& options, double build, double one,
                                   std::uint64_t from_cases = 0, std::uint64_t renewal = kNever) {
  KernelLibrary kernels({});
  TimeLeft left(options, kernels, 1);
  const auto seen = campaign(options, build, one, renewal);
  const double all = seen.back().seconds;
  // Where few builds are left, one of them may be half of the time.
  constexpr double kFrom = 10, kSoon = 2, kSoonBuilds = 5;
  const double soon = std::max(kSoon, kSoonBuilds * build);
  unsigned asked = 0;
  for (const TimeLeft::Seen& s : seen) {
    if (s.seconds < kFrom || all - s.seconds < soon) continue;
    const auto estimate = left.seconds(s);
    if (s.cases < from_cases) continue;
    ASSERT_TRUE(estimate);
    EXPECT_LE(*estimate, 2 * (all - s.seconds)) << "after " << s.seconds << " s of " << all;
    EXPECT_GE(*estimate, (all - s.seconds) / 2) << "after " << s.seconds << " s of " << all;
    ++asked;
  }
  EXPECT_GT(asked, 10u);
}

TEST(TimeLeft, is_right_within_a_factor_of_two_after_ten_seconds) {
  expect_within_a_factor_of_two(options_of(8000), 0.4, 1e-5);   // most of it is builds
  expect_within_a_factor_of_two(options_of(8000), 0.01, 0.01);  // most of it is cases
}

TEST(TimeLeft, counts_what_is_built_again_by_workers_that_begin_anew) {
  // That is not foreseen, so it must be seen first.
  expect_within_a_factor_of_two(options_of(60000), 0.2, 1e-5, 20000, 4000);
}

TEST(TimeLeft, is_not_known_at_the_beginning_or_without_an_end) {
  CampaignOptions options = options_of(8000);
  KernelLibrary kernels({});
  EXPECT_FALSE(TimeLeft(options, kernels, 1).seconds({}));
  EXPECT_FALSE(TimeLeft(options, kernels, 1).seconds({5, 20, 0.5, 0.4, 0}));
  options.cases.reset();
  options.seconds = 60;
  EXPECT_FALSE(TimeLeft(options, kernels, 1).seconds({500, 2000, 20, 4, 0}));
}

TEST(TimeLeft, of_a_shard_is_that_of_its_own_batches) {
  CampaignOptions options = options_of(8000);
  options.shard = {1, 4};
  expect_within_a_factor_of_two(options, 1.2, 1e-5);
}

}  // namespace
}  // namespace assay::conformance::testing
