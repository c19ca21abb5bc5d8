#include "conformance/findings/evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "conformance/route/kernel_library.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

/// Runs of `gather` that were settled up to a batch far behind their last one.
struct Gathering {
  KernelLibrary library{std::nullopt};
  CampaignOptions options;
  opencl::DeviceInfo device;

  Gathering() {
    options.operators = {catalogue().find("gather")};
    device.standards = {12, 20, 30};
    device.max_work_group_size = 1024;
    device.address_bits = 64;
    device.max_allocation = device.global_memory = std::uint64_t{1} << 40;
  }
  std::size_t passing(std::uint64_t batches, std::uint64_t most_of_batch) {
    return Evidence({}, {options, batches, catalogue(), library, device, {}, {}, most_of_batch})
        .passing()
        .size();
  }
};

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

TEST(Evidence, has_each_case_of_a_small_run_and_none_that_did_not_run) {
  for (const std::uint64_t cases : {1, 100, 2100, 3333}) {
    Gathering run;
    run.options.cases = cases;
    EXPECT_EQ(run.passing(kAll, kAll), cases);
  }
}

TEST(Evidence, has_no_more_cases_of_a_batch_than_were_judged) {
  Gathering run;
  const std::uint64_t batches = 40;
  const BatchPlan plan(run.options, &run.library);
  for (const std::uint64_t most : {1, 8, 64}) {
    std::uint64_t judged = 0;
    for (std::uint64_t b = 0; b < batches; ++b) judged += std::min(plan.size(b), most);
    EXPECT_EQ(run.passing(batches, most), judged);
  }
}

TEST(Evidence, has_the_same_share_of_the_cases_of_each_batch) {
  Gathering run;
  const std::uint64_t batches = 300;
  const BatchPlan plan(run.options, &run.library);
  std::uint64_t cases = 0;
  for (std::uint64_t b = 0; b < batches; ++b) cases += plan.size(b);
  const Evidence evidence({}, {run.options, batches, catalogue(), run.library, run.device});
  ASSERT_LT(evidence.passing().size() * 4, cases);
  double weight = 0;
  for (const Example& e : evidence.passing()) weight += e.weight;
  EXPECT_NEAR(weight, static_cast<double>(cases), static_cast<double>(cases) * 0.01);
}

}  // namespace
}  // namespace assay::conformance::testing
