// Tests of the sizes of a campaign's cases, which decide what it can find and how long it takes.
#include "conformance/plan/batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "conformance/campaign/campaign.h"
#include "conformance/plan/batch_walk.h"
#include "specs/loader.h"
#include "testing/conformance/device.h"

namespace assay::conformance {
namespace {

struct Sizes {
  /// For each case, the number of elements of all its tensors, in ascending order.
  std::vector<std::uint64_t> totals;
  /// The number of cases with a tensor whose number of elements is at most one away from a size of
  /// work-groups.
  std::size_t at_edges = 0;
  /// The number of cases with a tensor that alone has more than `large` elements: 65,536, or less
  /// where an operator has so many tensors that not all of them may be as large.
  std::size_t with_large = 0;
  std::uint64_t large = 65536;
};

/// The sizes of the cases in the first `batches` batches. With `large_only`, only batches of a
/// single case are used, since large cases have such batches.
Sizes sizes_of(const specs::Spec& spec, const specs::Limits& limits, std::uint64_t batches,
               bool large_only = false) {
  CampaignOptions options;
  options.operators = {&spec};
  options.limits = limits;
  const BatchPlan plan(options);
  Sizes sizes;
  sizes.large = std::min<std::uint64_t>(
      sizes.large, specs::Limits().max_elements / (spec.signature.tensor_count + 1));
  ops::KeptVector<specs::Case> cases;
  for (std::uint64_t b = 0; b < batches; ++b) {
    const std::uint64_t size = plan.size(b);
    if (large_only && size > 1) continue;
    plan.draw(b, size, cases);
    for (const specs::Case& c : cases) {
      sizes.totals.push_back(total_elements(c));
      bool at_edge = false;
      for (const ops::TensorDesc& t : c.descriptor.tensors) {
        const std::uint64_t count = *element_count(t.sizes);
        for (const std::uint64_t edge : {64u, 128u, 256u})
          at_edge |= count + 1 >= edge && count <= edge + 1;
      }
      sizes.at_edges += at_edge;
      sizes.with_large += std::any_of(
          c.descriptor.tensors.begin(), c.descriptor.tensors.end(),
          [&](const ops::TensorDesc& t) { return *element_count(t.sizes) > sizes.large; });
    }
  }
  std::sort(sizes.totals.begin(), sizes.totals.end());
  return sizes;
}

/// The routes of batches of an operator, on a device that has much memory.
std::vector<Route> routes_of(std::uint64_t from, std::uint64_t to, const LeftOut& without = {},
                             const std::string& name = "gather") {
  const specs::Catalogue catalogue;
  const specs::Spec& spec = *catalogue.find(name);
  const opencl::KernelFile file = opencl::load_kernels(spec.signature);
  std::vector<const opencl::Variant*> offered;
  for (const opencl::Variant& v : file.variants) offered.push_back(&v);
  opencl::DeviceInfo device;
  device.standards = {12};
  device.max_work_group_size = 1024;
  device.address_bits = 64;
  device.max_allocation = device.global_memory = std::uint64_t{1} << 36;
  CampaignOptions options;
  options.operators = {&spec};
  options.without = without;
  const BatchPlan plan(options);
  std::vector<Route> routes;
  ops::KeptVector<specs::Case> cases;
  for (std::uint64_t b = from; b < to; ++b) {
    plan.draw(b, 1, cases);
    routes.push_back(plan.draw_route(b, cases, offered, device));
  }
  return routes;
}

TEST(BatchPlan, has_buffers_of_over_4_gib_only_after_its_first_rounds) {
  const auto far_from_to = [&](std::uint64_t from, std::uint64_t to) {
    const std::vector<Route> routes = routes_of(from, to);
    return std::count_if(routes.begin(), routes.end(),
                         [](const Route& r) { return r.launch.memory == opencl::MemoryKind::Far; });
  };
  // A round has at least 8 data types, so these are at most the first 30 rounds.
  EXPECT_EQ(far_from_to(0, 30 * 8), 0);
  EXPECT_GT(far_from_to(1000, 5000), 0);
}

TEST(BatchPlan, has_buffers_that_end_at_closed_pages_often_and_with_every_variant) {
  const std::vector<Route> routes = routes_of(0, 2000);
  std::map<std::string, unsigned> batches, at_pages;
  for (const Route& r : routes) {
    ++batches[r.variant];
    at_pages[r.variant] += r.launch.memory == opencl::MemoryKind::PageEnd;
  }
  for (const auto& [variant, count] : at_pages) {
    EXPECT_GT(16 * count, batches[variant]) << variant;
    EXPECT_LT(4 * count, batches[variant]) << variant;
  }
}

/// The number of the first batch of an operator's campaign of 50,000 cases that it does not have.
std::uint64_t end_of_50000(const specs::Spec& spec) {
  CampaignOptions options;
  options.operators = {&spec};
  options.cases = 50000;
  const BatchPlan plan(options);
  BatchWalk walk(plan, options);
  while (!walk.at_end()) walk.next();
  return walk.batch();
}

TEST(BatchPlan, launches_a_hundred_and_a_thousand_times_in_50000_cases_of_any_operator) {
  for (const specs::Spec* spec : testing::some_specs()) {
    std::map<std::uint64_t, unsigned> batches;
    for (const Route& r : routes_of(0, end_of_50000(*spec), {}, spec->name())) {
      ++batches[r.repeat];
      EXPECT_TRUE(r.repeat < 100 || r.launch.pieces == 1);
      EXPECT_TRUE(r.repeat < 100 || (opencl::is_written_by_commands(r.launch.memory) &&
                                     r.launch.memory != opencl::MemoryKind::Far));
    }
    EXPECT_GE(batches[100], 1u) << spec->name();
    EXPECT_GE(batches[1000], 1u) << spec->name();
  }
}

TEST(BatchPlan, of_many_cases_launches_hardly_more_often_than_it_has_batches) {
  const std::vector<Route> routes = routes_of(0, 100000);
  std::uint64_t launches = 0;
  for (const Route& r : routes) launches += r.repeat;
  EXPECT_LT(launches, routes.size() * 3 / 2);
}

TEST(BatchPlan, gives_one_small_case_to_batches_that_are_launched_often) {
  CampaignOptions options;
  options.operators = {testing::catalogue().find("gather")};
  const BatchPlan plan(options);
  const std::vector<Route> routes = routes_of(0, 20000);
  ops::KeptVector<specs::Case> cases;
  unsigned repeated = 0;
  for (std::uint64_t b = 0; b < routes.size(); ++b) {
    if (routes[b].repeat < 100) continue;
    ++repeated;
    EXPECT_EQ(plan.size(b), 1u);
    plan.draw(b, 1, cases);
    EXPECT_LE(total_elements(cases[0]), 4096u);
  }
  EXPECT_GT(repeated, 10u);
}

TEST(BatchPlan, leaves_values_of_routes_out_and_changes_nothing_else) {
  const std::vector<Route> all = routes_of(0, 2000);
  const std::vector<Route> some = routes_of(0, 2000, LeftOut({"memory=map", "queue=several"}));
  std::size_t changed = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Route expected = all[i];
    if (expected.launch.memory == opencl::MemoryKind::Map) expected.launch.memory = {};
    if (expected.launch.queue == opencl::QueueKind::Several) expected.launch.queue = {};
    EXPECT_EQ(some[i], expected);
    changed += some[i] != all[i];
  }
  EXPECT_GT(changed, 100u);
  for (const char* wrong : {"memory", "memory=fra", "memroy=far", "memory=write", "variant=bits"})
    EXPECT_THROW(LeftOut({wrong}), Error) << wrong;
}

// The bounds of these two tests hold for each operator.
TEST(BatchPlan, draws_mostly_small_cases_many_at_the_edges_of_work_groups) {
  for (const specs::Spec* spec : testing::some_specs()) {
    const Sizes sizes = sizes_of(*spec, {}, 400);
    const std::size_t cases = sizes.totals.size();
    EXPECT_GE(sizes.totals[cases / 2], 12u) << spec->name();
    const std::size_t tensors = spec->signature.tensor_count;
    EXPECT_LE(sizes.totals[cases / 2], std::max<std::size_t>(160, 60 * tensors)) << spec->name();
    EXPECT_GE(sizes.at_edges, cases / 30) << spec->name();
  }
}

TEST(BatchPlan, draws_large_cases_whose_elements_are_the_lesser_part_of_all) {
  for (const specs::Spec* spec : testing::some_specs()) {
    const Sizes sizes = sizes_of(*spec, {}, 1000);
    std::uint64_t elements = 0, in_large = 0, large = 0;
    for (const std::uint64_t total : sizes.totals) {
      elements += total;
      if (total > 65536) in_large += total, ++large;
    }
    EXPECT_GE(large, 10u) << spec->name();
    EXPECT_GE(sizes.with_large, 1u) << spec->name();
    EXPECT_LE(in_large, 2 * elements / 5) << spec->name();
  }
}

TEST(BatchPlan, makes_batches_of_one_to_thousands) {
  const specs::Catalogue catalogue;
  CampaignOptions options;
  for (const auto& spec : catalogue.all()) options.operators.push_back(spec.get());
  const BatchPlan plan(options);
  std::map<std::uint64_t, int> sizes;
  // The first rounds, in which each operator has a batch with each data type, have small batches.
  for (std::uint64_t b = 10000; b < 11000; ++b) ++sizes[plan.size(b)];
  EXPECT_EQ(sizes.begin()->first, 1u);
  EXPECT_EQ(sizes.rbegin()->first, 2048u);
  EXPECT_LE(sizes[2048], 50);
}

TEST(BatchPlan, has_more_cases_in_the_first_round_where_only_time_is_limited) {
  const auto largest = [](std::optional<std::uint64_t> cases) {
    CampaignOptions options;
    options.operators = {testing::catalogue().find("gather")};
    options.cases = cases;
    const BatchPlan plan(options);
    std::uint64_t most = 0;
    for (std::uint64_t b = 0; b < 5; ++b) most = std::max(most, plan.size(b));
    return most;
  };
  EXPECT_EQ(largest(20000), 4u);
  EXPECT_EQ(largest({}), 64u);
}

TEST(BatchPlan, draws_as_large_as_it_may) {
  const specs::Catalogue catalogue;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  for (const auto& spec : catalogue.all()) {
    const Sizes sizes = sizes_of(*spec, {kMost}, 4000, true);
    EXPECT_GE(sizes.totals.back(), kMost / 8) << spec->name();
    EXPECT_LE(sizes.totals.back(), kMost) << spec->name();
  }
}

TEST(Batch, has_cases_of_equal_ranges_now_and_then) {
  CampaignOptions options;
  options.operators = {testing::catalogue().find("gather")};
  options.violations = false;
  const BatchPlan plan(options);
  constexpr std::uint64_t kBatches = 400;
  std::size_t alike = 0, several = 0;
  ops::KeptVector<specs::Case> cases;
  for (std::uint64_t b = 0; b < kBatches; ++b) {
    plan.draw(b, plan.size(b), cases);
    if (cases.size() < 8) continue;
    ++several;
    const auto is_like_first = [&](const specs::Case& c) {
      return c.descriptor == cases[0].descriptor && c.seed != cases[0].seed;
    };
    alike += std::all_of(cases.begin() + 1, cases.end(), is_like_first);
  }
  EXPECT_GT(40 * alike, several);
  EXPECT_LT(8 * alike, several);
}

}  // namespace
}  // namespace assay::conformance
