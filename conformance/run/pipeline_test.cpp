// Tests of the stages of a launch, and of the bound on memory.
#include "conformance/run/pipeline.h"

#include <gtest/gtest.h>

#include "specs/case_text.h"
#include "testing/conformance/device.h"

namespace assay::conformance::testing {
namespace {

using Stages = std::vector<Stage>;

TEST(Pipeline, has_the_time_of_a_build_for_each_launch_at_which_a_driver_may_compile) {
  Pipeline pipeline = test_pipeline();
  Stages stages;
  pipeline.watch([&](Stage s) {
    if (stages.empty() || stages.back() != s) stages.push_back(s);
  });
  const auto stages_of = [&](const char* route) {
    stages.clear();
    const specs::Case c = specs::parse_case(
        std::string(
            "slice1:level=4_1:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.3:DimensionCount=1:"
            "InputWindowOffsets=0:InputWindowSizes=9:InputWindowStrides=3@") +
            route,
        catalogue());
    EXPECT_EQ(pipeline.run_alone(c, parse_route(c.route)).verdict, Verdict::Pass) << route;
    return stages;
  };
  const Stages first{Stage::Building, Stage::FirstRun, Stage::Idle};
  const Stages later{Stage::Running, Stage::Idle};
  // The program stands; the driver may compile it for the local size.
  const Stages compiled{Stage::FirstRun, Stage::Idle};
  EXPECT_EQ(stages_of("variant=bits"), first);
  EXPECT_EQ(stages_of("variant=bits"), later);
  EXPECT_EQ(stages_of("variant=bits:memory=map"), later);
  EXPECT_EQ(stages_of("variant=bits:local=32"), compiled);
  EXPECT_EQ(stages_of("variant=bits:local=32"), later);
  EXPECT_EQ(stages_of("variant=bits:offset=1"), compiled);
  // The probe has a program of its own.
  EXPECT_EQ(stages_of("variant=bits:probe=scalars"), first);
  EXPECT_EQ(stages_of("variant=bits:probe=scalars"), later);
  // The driver may choose another local size each time.
  EXPECT_EQ(stages_of("variant=bits:local=null"), compiled);
  EXPECT_EQ(stages_of("variant=bits:local=null"), compiled);
}

TEST(Pipeline, launches_a_batch_as_often_as_its_route_says) {
  Pipeline pipeline = test_pipeline();
  unsigned first = 0, later = 0;
  pipeline.watch([&](Stage s) {
    first += s == Stage::FirstRun;
    later += s == Stage::Running;
  });
  for (const unsigned launches : {1u, 2u, 7u}) {
    const specs::Case c = specs::parse_case(
        "slice1:level=4_1:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.3:DimensionCount=1:"
        "InputWindowOffsets=0:InputWindowSizes=9:InputWindowStrides=3@variant=bits:repeat=" +
            std::to_string(launches),
        catalogue());
    first = later = 0;
    EXPECT_EQ(pipeline.run_alone(c, parse_route(c.route)).verdict, Verdict::Pass);
    // The first launch is by new kernel objects, which a driver may compile anew.
    EXPECT_EQ(first, 1u) << launches;
    EXPECT_EQ(later, launches - 1) << launches;
  }
}

TEST(Pipeline, judges_the_first_launches_and_then_each_eighth_each_hundredth_and_the_last) {
  Pipeline pipeline = test_pipeline();
  unsigned later = 0;
  pipeline.watch([&](Stage s) { later += s == Stage::Running; });
  const auto judged = [&](const std::string& route) {
    const specs::Case c = specs::parse_case(
        "slice1:level=4_1:InputTensor=FLOAT32.9:OutputTensor=FLOAT32.3:DimensionCount=1:"
        "InputWindowOffsets=0:InputWindowSizes=9:InputWindowStrides=3@variant=bits:" +
            route,
        catalogue());
    later = 0;
    EXPECT_EQ(pipeline.run_alone(c, parse_route(c.route)).verdict, Verdict::Pass);
    return later;
  };
  // Of the launches after the first one: 2 to 8, 16 to 96, 100, 104.
  EXPECT_EQ(judged("repeat=104"), 7u + 11 + 2);
  EXPECT_EQ(judged("repeat=105"), 7u + 11 + 3);
  // Where the memory is not written by commands, the host waits for each launch anyway.
  EXPECT_EQ(judged("memory=map:repeat=104"), 103u);
}

TEST(Pipeline, skips_what_takes_more_memory_than_it_may) {
  const specs::Case c = specs::parse_case(
      "slice1:level=4_1:InputTensor=FLOAT32.65536:OutputTensor=FLOAT32.65536:DimensionCount=1:"
      "InputWindowOffsets=0:InputWindowSizes=65536:InputWindowStrides=1@variant=bits",
      catalogue());
  for (const auto& [memory, verdict] : {std::pair{std::uint64_t{1} << 20, Verdict::Skip},
                                        std::pair{std::uint64_t{1} << 30, Verdict::Pass}}) {
    Pipeline pipeline(opencl::Device::open(""), {.memory = memory});
    const Judgement j = pipeline.run_alone(c, parse_route(c.route));
    EXPECT_EQ(j.verdict, verdict) << j.text();
  }
}

}  // namespace
}  // namespace assay::conformance::testing
