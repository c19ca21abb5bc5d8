// Ten made-up faults at once: about ten findings, whose conditions hold for fresh cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "testing/conformance/faulty_campaign.h"

namespace assay::conformance::testing {
namespace {

/// Ten faults, as drivers and kernels have them. Each shows in every case that it is about.
struct PlantedFault {
  const char* what;
  std::function<bool(const specs::Case&, const Route&)> shows;
};

std::int64_t size_at(const specs::Case& c, const char* tensor, std::int64_t dimension) {
  return c.descriptor.tensor(tensor).sizes[static_cast<std::size_t>(dimension)];
}

const std::vector<PlantedFault>& planted_faults() {
  static const auto of = [](const specs::Case& c, const char* name) {
    return c.spec->name() == name;
  };
  static const auto last = [](const specs::Case& c, const char* tensor) {
    return c.descriptor.tensor(tensor).sizes.back();
  };
  static const std::vector<PlantedFault> all{
      {"gather reads past an axis of more than four elements",
       [](const specs::Case& c, const Route& r) {
         return of(c, "gather") && r.variant == "bits" &&
                size_at(c, "InputTensor", c.descriptor.value("Axis")) > 4;
       }},
      {"gemm adds up no more than four products",
       [](const specs::Case& c, const Route&) {
         if (!of(c, "gemm")) return false;
         const ops::List& sizes = c.descriptor.tensor("ATensor").sizes;
         return sizes[sizes.size() - (c.descriptor.value("TransA") == 1 ? 2 : 1)] > 4;
       }},
      {"slice1 loses half of eight bytes",
       [](const specs::Case& c, const Route& r) {
         return of(c, "slice1") && r.variant == "typed" &&
                size_of(c.descriptor.tensor("InputTensor").type) == 8;
       }},
      {"tile leaves out what is behind the last four elements",
       [](const specs::Case& c, const Route& r) {
         return of(c, "tile") && r.variant == "bits" &&
                elements_of(c.descriptor.tensor("OutputTensor")) % 4 != 0;
       }},
      {"one_hot is wrong along the first axis",
       [](const specs::Case& c, const Route& r) {
         return of(c, "one_hot") && r.variant == "bits" && c.descriptor.value("Axis") == 0;
       }},
      {"depth_to_space is wrong for blocks of more than two",
       [](const specs::Case& c, const Route&) {
         return of(c, "depth_to_space") && c.descriptor.value("BlockSize") > 2;
       }},
      {"cumulative_summation is wrong for long rows",
       [](const specs::Case& c, const Route&) {
         return of(c, "cumulative_summation") && last(c, "InputTensor") > 64;
       }},
      {"sub-buffers begin where their parent does",
       [](const specs::Case&, const Route& r) {
         return r.launch.memory == opencl::MemoryKind::SubBuffer;
       }},
      {"rectangles are wrong in pieces",
       [](const specs::Case&, const Route& r) {
         return r.launch.memory == opencl::MemoryKind::Rect && r.launch.pieces != 1;
       }},
      {"profiled queues are wrong", [](const specs::Case&, const Route& r) {
         return r.launch.queue == opencl::QueueKind::Profiling;
       }}};
  return all;
}

TEST(Finding, of_ten_faults_at_once_are_about_ten_whose_conditions_hold_for_fresh_cases) {
  // ASSAY_FRESH_CASES gives another number of fresh cases.
  const char* asked = std::getenv("ASSAY_FRESH_CASES");
  const std::size_t count = asked ? std::strtoull(asked, nullptr, 10) : 200;
  const std::vector<const char*> operators{
      "gather", "gemm", "slice1", "tile", "one_hot", "depth_to_space", "cumulative_summation"};
  FaultyCampaign campaign(operators, 500, {}, 0, [](const specs::Case& c, const Route& route) {
    return std::ranges::any_of(planted_faults(),
                               [&](const PlantedFault& f) { return f.shows(c, route); });
  });
  const auto findings = campaign.findings(true);
  std::size_t explained = 0, held = 0;
  for (const Finding& f : findings) {
    std::printf("%s\n  %s\n", f.title().c_str(), f.sentence().c_str());
    if (!f.is_explained()) continue;
    ++explained;
    const auto [met, failed] = campaign.fresh_under(f, count);
    std::printf("  of %zu fresh cases with that %zu fail\n", met, failed);
    held += met > 0 && failed == met;
  }
  EXPECT_GE(findings.size(), 9u);
  EXPECT_LE(findings.size(), 11u);
  EXPECT_GE(held, 9u);
  EXPECT_EQ(explained, held);
}

}  // namespace
}  // namespace assay::conformance::testing
